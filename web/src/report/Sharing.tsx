import { useEffect, useState } from 'preact/hooks'
import { type Audit, revokeReport } from '../api/audit.js'
import { may, type Session, session } from '../api/session.js'
import { copyText } from '../parts/download.js'
import { onThisHost, settings } from '../settings.js'

interface SharingProps {
  audit: Audit
  onRevoked: () => void
}

export function Sharing({ audit, onRevoked }: SharingProps) {
  const [viewer, setViewer] = useState<Session>()
  const [isRevoked, setRevoked] = useState(audit.reportUrl === undefined)
  const [isAsked, setAsked] = useState(false)
  const [news, setNews] = useState('')
  useEffect(() => {
    session(audit.auditId).then(setViewer, () => {})
  }, [audit.auditId])
  const revoke = async () => {
    try {
      await revokeReport(audit.auditId)
      setRevoked(true)
      setNews('The link no longer works.')
      onRevoked()
    } catch (error) {
      setNews(`The link could not be revoked. ${(error as Error).message}`)
    }
    setAsked(false)
  }
  const copy = async () => {
    const isCopied = await copyText(onThisHost(audit.reportUrl!))
    setNews(isCopied ? 'The link is copied.' : 'The browser did not allow copying.')
  }
  return (
    <section class="card sharing" aria-labelledby="sharing-title">
      <h2 id="sharing-title">Who can see this</h2>
      <p>
        {isRevoked
          ? 'Only the account that made the audit: the share link was revoked.'
          : 'Anyone who has the link can read this report and play its files, without signing in. It is listed nowhere.'}{' '}
        {audit.audioUrls.length > 0
          ? `The audio is deleted ${settings.audioDays} days after the audit; the report stays.`
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
              <span>For good?</span>
              <button type="button" class="danger" onClick={revoke}>
                Yes, revoke it
              </button>
              <button type="button" onClick={() => setAsked(false)}>
                Keep it
              </button>
            </>
          )}
        </div>
      )}
      {viewer && !viewer.ownsAudit && !isRevoked && (
        <p class="quiet">Whoever made the audit can revoke the link here when signed in.</p>
      )}
      <p class="announcement" role="status">
        {news}
      </p>
    </section>
  )
}
