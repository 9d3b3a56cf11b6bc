import type { ScriptReport } from '../api/audit.js'
import { FileName, visible } from '../parts/FileName.js'
import type { TrackView } from './tracks.js'

/** A whole batch in the wrong order would bury the charts. */
const MOST_FILES_SHOWN = 12

interface BatchFindingsProps {
  findings: NonNullable<ScriptReport['batchFindings']>
  tracks: TrackView[]
  onOpen: (index: number) => void
}

/** What is wrong between the files and their scripts, with the files to open. */
export function BatchFindings({ findings, tracks, onOpen }: BatchFindingsProps) {
  const indexOf = new Map(tracks.map(({ file, index }) => [file, index]))
  return (
    <ul class="batch-findings">
      {findings.map(({ message, files }, place) => (
        <li key={place}>
          <bdi>{visible(message)}</bdi>
          <ul class="finding-files">
            {files.slice(0, MOST_FILES_SHOWN).map((file) => (
              <li key={file}>
                <button type="button" class="link" onClick={() => onOpen(indexOf.get(file)!)}>
                  <FileName name={file} />
                </button>
              </li>
            ))}
            {files.length > MOST_FILES_SHOWN && (
              <li class="quiet">and {files.length - MOST_FILES_SHOWN} more</li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}
