import { useMemo } from 'preact/hooks'
import { inWords } from '../../../src/report/in-words.js'
import { type CastRow, castRows } from '../../../src/report/voices/cast-rows.js'
import type { Audit } from '../api/audit.js'
import { FileName, visible } from '../parts/FileName.js'
import { VoiceTable } from './charts/VoiceTable.js'

/** A voice whose files are all wrong would bury the rest. */
const MOST_STRAYS_SHOWN = 12

interface CastProps {
  audit: Audit
  onOpen: (index: number) => void
  /** Shows these files in the list, and leads there. */
  onFiles: (files: number[]) => void
}

/** Who should speak where, and where another does; only where the caller has told. */
export function Cast({ audit, onOpen, onFiles }: CastProps) {
  const rows = useMemo(() => castRows(audit), [audit])
  if (rows.length === 0) return null
  return (
    <section class="card" aria-labelledby="cast-title">
      <h2 id="cast-title">
        Cast <span class="count">{rows.length}</span>
      </h2>
      <VoiceTable
        label="Cast"
        rows={rows.map((row) => ({
          ...row,
          name: row.voice ?? 'No voice named',
          onShow: () => onFiles(row.files),
          remarks: <Remarks row={row} onOpen={onOpen} />,
        }))}
      />
    </section>
  )
}

function Remarks({ row: { sameAs, strays }, onOpen }: { row: CastRow; onOpen: (index: number) => void }) {
  if (sameAs.length + strays.length === 0) return null
  return (
    <ul class="voice-remarks">
      {sameAs.length > 0 && (
        <li>
          The same voice as <bdi>{visible(inWords(sameAs))}</bdi>
        </li>
      )}
      {strays.slice(0, MOST_STRAYS_SHOWN).map(({ index, file, soundsLike }) => (
        <li key={index}>
          <button type="button" class="link" onClick={() => onOpen(index)}>
            <FileName name={file} />
          </button>{' '}
          sounds like <bdi>{visible(soundsLike)}</bdi>
        </li>
      ))}
      {strays.length > MOST_STRAYS_SHOWN && (
        <li class="quiet">and {strays.length - MOST_STRAYS_SHOWN} more</li>
      )}
    </ul>
  )
}
