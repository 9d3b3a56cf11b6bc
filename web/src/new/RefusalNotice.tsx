import type { Refusal } from '../api/request.js'
import { visible } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { counted } from '../parts/numbers.js'
import { withoutRefused } from './left-out.js'
import type { PlannedFile } from './planned.js'

/** Their messages say what became of the credits, or nobody knows yet. */
const TELLS_COST = ['offline', 'stopped', 'cancelled', 'interrupted', 'internal', 'busy']

export type Refused = Pick<Refusal, 'code' | 'message' | 'details'>

interface RefusalNoticeProps {
  title: string
  refusal: Refused
  /** Those of the audit, where they are still at hand. */
  files: PlannedFile[]
  /** Sends the rest. */
  onGoOn: (files: PlannedFile[]) => void
}

/** What the service refuses, with every file that it names, and the way on without those. */
export function RefusalNotice({ title, refusal, files, onGoOn }: RefusalNoticeProps) {
  const named = refusal.details.filter(({ file, message }) => file !== undefined && message)
  const rest = withoutRefused(files, refusal)
  return (
    <Notice kind="error" title={title}>
      {named.length > 0 ? (
        <ul>
          {named.map(({ file, message }) => (
            <li key={file}>
              <bdi>
                <strong>{visible(file!)}</strong>
              </bdi>
              : <bdi>{visible(message!)}</bdi>
            </li>
          ))}
        </ul>
      ) : (
        <bdi>{visible(refusal.message)}</bdi>
      )}
      {!TELLS_COST.includes(refusal.code) && <p>You were not charged.</p>}
      {rest && (
        <button type="button" class="primary" onClick={() => onGoOn(rest)}>
          Leave out {counted(files.length - rest.length, 'file')} and audit the other{' '}
          {rest.length === 1 ? 'one' : rest.length}
        </button>
      )}
    </Notice>
  )
}
