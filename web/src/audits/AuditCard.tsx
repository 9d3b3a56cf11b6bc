import type { AuditBrief } from '../api/audits.js'
import { visible } from '../parts/FileName.js'
import { counted, dateTime, score } from '../parts/numbers.js'
import { checkTitles, scoreLevel, scoreWord } from '../report/words.js'
import { address, onThisHost } from '../settings.js'
import { DeleteButton } from './DeleteButton.js'
import { firstFilesText } from './first-files.js'
import { NameEditor } from './NameEditor.js'

interface AuditCardProps {
  audit: AuditBrief
  isCompared: boolean
  onCompare: (isOn: boolean) => void
  /** Both left out where the key of the session may not. */
  onName?: ((name: string) => void) | undefined
  onDelete?: (() => void) | undefined
}

export function AuditCard({ audit, isCompared, onCompare, onName, onDelete }: AuditCardProps) {
  const { auditId, name, fileCount, regenCount, createdAt, creditsUsed, reportUrl } = audit
  const when = dateTime(createdAt)
  const found =
    regenCount === 0
      ? 'Nothing to regenerate'
      : `${regenCount} of ${counted(fileCount, 'file')} to regenerate`
  return (
    <article class="card audit-card">
      <span class={`check-score level-${scoreLevel(audit.score)}`} title={scoreWord(audit.score)}>
        {score(audit.score)}
      </span>
      <div class="audit-text">
        <h2>
          <a href={reportUrl ? onThisHost(reportUrl) : address(`report/${auditId}`)}>
            {name ? <bdi>{visible(name)}</bdi> : found}
          </a>
        </h2>
        {name && <p>{found}</p>}
        <p>
          <bdi>{firstFilesText(audit)}</bdi>
        </p>
        <p class="quiet">
          <time dateTime={createdAt}>{when}</time> ·{' '}
          {audit.selectedAnalyses.map((check) => checkTitles[check]).join(', ')} ·{' '}
          {counted(creditsUsed, 'credit')}
          {!reportUrl && ' · share link revoked'}
        </p>
      </div>
      <div class="actions">
        <label class="choice">
          <input
            type="checkbox"
            checked={isCompared}
            onChange={(event) => onCompare(event.currentTarget.checked)}
          />
          <span>
            Compare<span class="only-read"> the audit of {when}</span>
          </span>
        </label>
        {onName && <NameEditor name={name ?? ''} of={`the audit of ${when}`} onName={onName} />}
        {onDelete && (
          <DeleteButton
            label="Delete"
            of={`the audit of ${when}`}
            sure="Delete result and audio"
            onDelete={onDelete}
          />
        )}
      </div>
    </article>
  )
}
