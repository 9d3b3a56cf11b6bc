import type { UnfinishedAudit } from '../api/audits.js'
import { visible } from '../parts/FileName.js'
import { counted, dateTime } from '../parts/numbers.js'
import { timeLeftText } from '../parts/time-left.js'
import { address } from '../settings.js'
import { DeleteButton } from './DeleteButton.js'
import { firstFilesText } from './first-files.js'

interface UnfinishedCardProps {
  audit: UnfinishedAudit
  /** Left out where the key of the session may not. */
  onDelete?: (() => void) | undefined
}

/** An audit that waits, runs or has failed. */
export function UnfinishedCard({ audit, onDelete }: UnfinishedCardProps) {
  const { auditId, name, status, fileCount, filesDone, timeLeftSec, createdAt, error } = audit
  const isFailed = status === 'failed'
  const when = dateTime(createdAt)
  return (
    <article class={isFailed ? 'card audit-card is-failed' : 'card audit-card is-running'}>
      <span class={isFailed ? 'state-mark level-bad' : 'state-mark'}>
        {isFailed ? 'Failed' : status === 'queued' ? 'Waiting' : 'Running'}
      </span>
      <div class="audit-text">
        <h2>
          <a href={address(`new?audit=${auditId}`)}>
            {name ? <bdi>{visible(name)}</bdi> : counted(fileCount, 'file')}
          </a>
        </h2>
        {isFailed ? (
          <p>
            <bdi>{visible(error?.message ?? 'The audit failed.')}</bdi>
          </p>
        ) : (
          <>
            <progress max={Math.max(1, fileCount)} value={filesDone} aria-label="Files analysed" />
            <p role="status">
              {status === 'queued'
                ? `${counted(fileCount, 'file')} in the queue`
                : `${filesDone} of ${counted(fileCount, 'file')} analysed`}
              {timeLeftSec !== undefined && `, ${timeLeftText(timeLeftSec)}`}
            </p>
          </>
        )}
        <p class="quiet">
          <bdi>{firstFilesText(audit)}</bdi> · <time dateTime={createdAt}>{when}</time>
        </p>
      </div>
      <div class="actions">
        {onDelete && (
          <DeleteButton
            label={isFailed ? 'Remove' : 'Stop'}
            of={`the audit of ${when}`}
            sure={isFailed ? 'Remove from the list' : 'Stop and delete'}
            onDelete={onDelete}
          />
        )}
      </div>
    </article>
  )
}
