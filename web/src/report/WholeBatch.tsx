import { batchTraits } from '../../../src/report/batch-traits.js'
import { batchTrends, trendText } from '../../../src/report/voices/trends.js'
import type { Audit } from '../api/audit.js'
import { FileName, visible } from '../parts/FileName.js'
import { sentence } from '../parts/sentence.js'
import type { TrackView } from './tracks.js'

/** A whole batch in the wrong order would bury the rest. */
const MOST_FILES_SHOWN = 12

interface WholeBatchProps {
  audit: Audit
  tracks: TrackView[]
  onOpen: (index: number) => void
}

interface Told {
  message: string
  advice?: string | undefined
  files: string[]
  isAlarm: boolean
}

/** What no single file is to blame for: told once, above all files, with what to do about it. */
export function WholeBatch({ audit, tracks, onOpen }: WholeBatchProps) {
  const all = toldOf(audit)
  if (all.length === 0) return null
  const indexOf = new Map(tracks.map(({ file, index }) => [file, index]))
  return (
    <section class="card whole-batch" aria-labelledby="whole-batch-title">
      <h2 id="whole-batch-title">The batch as a whole</h2>
      <ul class="batch-told">
        {all.map(({ message, advice, files, isAlarm }, place) => (
          <li key={place} class={isAlarm ? 'told is-alarm' : 'told'}>
            <strong>
              <bdi>{visible(message)}</bdi>
            </strong>
            {advice && <p>{visible(advice)}</p>}
            {files.length > 0 && files.length < tracks.length && (
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
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Alarms first, then what is wrong between files and scripts, then what changes from file to file, then habits that nobody minds. */
function toldOf(audit: Audit): Told[] {
  const { batchAlarms = [], checks } = audit
  const findings = checks.scriptAccuracy?.batchFindings ?? []
  const identical = batchAlarms
    .filter(({ kind }) => kind === 'identicalFiles')
    .map(({ files }) => files.join())
  return [
    ...batchAlarms.map((alarm) => ({ ...alarm, isAlarm: true })),
    ...findings
      // What has the same content has the same sound.
      .filter(({ kind, files }) => kind !== 'sameSound' || !identical.includes(files.join()))
      .map((finding) => ({ ...finding, isAlarm: true })),
    ...batchTrends(audit).map((trend) => ({
      message: `${sentence(trendText(trend))}.`,
      files: [trend.firstFile, trend.lastFile],
      isAlarm: false,
    })),
    ...batchTraits(audit).map(({ summary, advice }) => ({
      message: summary,
      advice,
      files: [],
      isAlarm: false,
    })),
  ]
}
