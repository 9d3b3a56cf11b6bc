import { useState } from 'preact/hooks'
import { auditAsCsv } from '../../../src/report/audit-csv.js'
import type { Audit } from '../api/audit.js'
import { copyText, download } from '../parts/download.js'
import { FileName } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { counted } from '../parts/numbers.js'
import { usePrinting } from '../parts/use-printing.js'
import { Reasons } from './Reasons.js'
import type { Review } from './review/use-review.js'
import type { TrackView } from './tracks.js'

/** More are shown on request: hundreds of them would bury the rest of the page. */
const SHOWN_AT_FIRST = 12

interface RegenerateProps {
  audit: Audit
  tracks: TrackView[]
  /** Undefined where nobody may decide. */
  review: Review | undefined
  onOpen: (index: number) => void
}

export function Regenerate({ audit, tracks, review, onOpen }: RegenerateProps) {
  const [isAll, setAll] = useState(false)
  const [copied, setCopied] = useState('')
  const isPrinting = usePrinting()
  const flagged = tracks.filter(({ isFlagged }) => isFlagged)
  // Whoever has reviewed a file and wants to keep it does not want it on the list of what to regenerate.
  const isKept = ({ index }: TrackView) => review?.tracks.get(index)?.state === 'kept'
  const wanted = flagged.filter((track) => !isKept(track))
  const shown = isAll || isPrinting ? flagged : flagged.slice(0, SHOWN_AT_FIRST)
  const copy = async () => {
    const isCopied = await copyText(wanted.map(({ file }) => file).join('\n'))
    setCopied(isCopied ? `Copied ${counted(wanted.length, 'file name')}.` : 'Your browser blocked copying.')
  }
  const name = `audit-${audit.auditId.slice(0, 8)}`
  return (
    <section class="card" aria-labelledby="regenerate-title">
      <div class="card-head">
        <h2 id="regenerate-title">
          Files to regenerate <span class="count">{wanted.length}</span>
        </h2>
        <div class="actions">
          {wanted.length > 0 && (
            <button type="button" onClick={copy}>
              Copy as list
            </button>
          )}
          <button type="button" onClick={() => download(`${name}.csv`, 'text/csv', auditAsCsv(audit))}>
            CSV
          </button>
          <button
            type="button"
            onClick={() => download(`${name}.json`, 'application/json', JSON.stringify(audit, null, 2))}
          >
            JSON
          </button>
        </div>
      </div>
      <p class="announcement" role="status">
        {copied}
      </p>
      {flagged.length === 0 && <Notice kind="good" title="Nothing to regenerate." />}
      <ol class="regenerate">
        {shown.map((track) => (
          <li key={track.index}>
            <button type="button" class="link" onClick={() => onOpen(track.index)}>
              <FileName name={track.file} />
            </button>
            {isKept(track) && <span class="chip kept">Kept after review</span>}
            <Reasons reasons={track.reasons} />
          </li>
        ))}
      </ol>
      {shown.length < flagged.length && (
        <button type="button" class="more" onClick={() => setAll(true)}>
          Show all {flagged.length}
        </button>
      )}
    </section>
  )
}
