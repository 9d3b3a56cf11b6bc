import { useState } from 'preact/hooks'
import { auditAsCsv } from '../../../src/report/audit-csv.js'
import type { Audit } from '../api/audit.js'
import { copyText, download } from '../parts/download.js'
import { FileName } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { counted } from '../parts/numbers.js'
import { usePrinting } from '../parts/use-printing.js'
import { Reasons } from './Reasons.js'
import type { TrackView } from './tracks.js'

/** More are shown on request: hundreds of them would bury the rest of the page. */
const SHOWN_AT_FIRST = 12

interface RegenerateProps {
  audit: Audit
  tracks: TrackView[]
  onOpen: (index: number) => void
}

export function Regenerate({ audit, tracks, onOpen }: RegenerateProps) {
  const [isAll, setAll] = useState(false)
  const [copied, setCopied] = useState('')
  const isPrinting = usePrinting()
  const flagged = tracks.filter(({ isFlagged }) => isFlagged)
  const shown = isAll || isPrinting ? flagged : flagged.slice(0, SHOWN_AT_FIRST)
  const copy = async () => {
    const isCopied = await copyText(flagged.map(({ file }) => file).join('\n'))
    setCopied(isCopied ? `Copied ${counted(flagged.length, 'file name')}.` : 'Your browser blocked copying.')
  }
  const name = `audit-${audit.auditId.slice(0, 8)}`
  return (
    <section class="card" aria-labelledby="regenerate-title">
      <div class="card-head">
        <h2 id="regenerate-title">
          Files to regenerate <span class="count">{flagged.length}</span>
        </h2>
        <div class="actions">
          {flagged.length > 0 && (
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
