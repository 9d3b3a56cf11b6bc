import { useState } from 'preact/hooks'
import { type Audit, revokeReport } from '../api/audit.js'
import { may, type Session } from '../api/session.js'
import { copyText } from '../parts/download.js'
import { counted } from '../parts/numbers.js'
import { onThisHost, settings } from '../settings.js'

interface SharingProps {
  audit: Audit
  /** Undefined until it is known. */
  viewer: Session | undefined
  /** Settles when the page has what the owner goes on with. */
  onRevoked: () => Promise<void>
}

export function Sharing({ audit, viewer, onRevoked }: SharingProps) {
  const [isRevoked, setRevoked] = useState(audit.reportUrl === undefined)
  const [isAsked, setAsked] = useState(false)
  const [news, setNews] = useState('')
  const revoke = async () => {
    try {
      await revokeReport(audit.auditId)
      setRevoked(true)
      await onRevoked()
      setNews('The link no longer works.')
    } catch (error) {
      setNews(`The link could not be revoked. ${(error as Error).message}`)
    }
    setAsked(false)
  }
  const copy = async () => {
    const isCopied = await copyText(onThisHost(audit.reportUrl!))
    setNews(isCopied ? 'Link copied.' : 'Your browser blocked copying.')
  }
  return (
    <section class="card sharing" aria-labelledby="sharing-title">
      <h2 id="sharing-title">Who can see this</h2>
      <p>
        {isRevoked
          ? 'Only the account that owns the audit: the share link was revoked.'
          : 'Anyone who has the link can read this report and play its files, without signing in. The report is not listed anywhere.'}{' '}
        {audit.audioUrls.length > 0
          ? `The audio is deleted ${counted(settings.audioDays, 'day')} after the audit; the report stays.`
          : 'The audio has been deleted; the report stays.'}
      </p>
      {!isRevoked && (
        <div class="actions">
          <button type="button" onClick={copy}>
            Copy the link
          </button>
          {viewer?.ownsAudit && may(viewer, 'manage') && !isAsked && (
            <button type="button" class="danger" onClick={() => setAsked(true)}>
              Revoke the link
            </button>
          )}
          {isAsked && (
            <>
              <span>This cannot be undone.</span>
              <button type="button" class="danger" onClick={revoke}>
                Revoke it
              </button>
              <button type="button" onClick={() => setAsked(false)}>
                Cancel
              </button>
            </>
          )}
        </div>
      )}
      {viewer && !viewer.ownsAudit && !isRevoked && (
        <p class="quiet">The owner of the audit can sign in and revoke the link here.</p>
      )}
      <p class="announcement" role="status">
        {news}
      </p>
    </section>
  )
}
