import { useState } from 'preact/hooks'
import type { AuditBrief } from '../api/audits.js'
import { visible } from '../parts/FileName.js'
import { counted, dateTime, score } from '../parts/numbers.js'
import { checkTitles, scoreLevel, scoreWord } from '../report/words.js'
import { address, onThisHost } from '../settings.js'

interface AuditCardProps {
  audit: AuditBrief
  isCompared: boolean
  onCompare: (isOn: boolean) => void
  /** Left out where the key of the session may not. */
  onDelete?: (() => void) | undefined
}

export function AuditCard({ audit, isCompared, onCompare, onDelete }: AuditCardProps) {
  const [isAsked, setAsked] = useState(false)
  const { auditId, fileCount, regenCount, createdAt, firstFiles, creditsUsed, reportUrl } = audit
  const left = fileCount - firstFiles.length
  const when = dateTime(createdAt)
  return (
    <article class="card audit-card">
      <span class={`check-score level-${scoreLevel(audit.score)}`} title={scoreWord(audit.score)}>
        {score(audit.score)}
      </span>
      <div class="audit-text">
        <h2>
          <a href={reportUrl ? onThisHost(reportUrl) : address(`report/${auditId}`)}>
            {regenCount === 0 ? 'Nothing to regenerate' : `${counted(regenCount, 'file')} to regenerate`}
          </a>{' '}
          <span class="quiet">of {fileCount}</span>
        </h2>
        <p>
          <bdi>{firstFiles.map(visible).join(', ')}</bdi>
          {left > 0 && ` and ${left} more`}
        </p>
        <p class="quiet">
          <time dateTime={createdAt}>{when}</time> ·{' '}
          {audit.selectedAnalyses.map((name) => checkTitles[name]).join(', ')} ·{' '}
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
        {onDelete && isAsked && (
          <>
            <button type="button" class="danger" onClick={onDelete}>
              Delete result and audio
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              Keep
            </button>
          </>
        )}
        {onDelete && !isAsked && (
          <button type="button" onClick={() => setAsked(true)}>
            Delete<span class="only-read"> the audit of {when}</span>
          </button>
        )}
      </div>
    </article>
  )
}
