import { useState } from 'preact/hooks'
import { may } from '../api/session.js'
import { MissingScope } from '../parts/MissingScope.js'
import { WhenSignedIn } from '../parts/WhenSignedIn.js'
import { useDraft } from './draft.js'
import { NewAudit } from './NewAudit.js'
import { RunningAudit } from './RunningAudit.js'
import { useWatched } from './use-watched.js'
import '../styles/new.css'

export function NewAuditPage() {
  const { auditId, watch, leave } = useWatched()
  const [draft, change] = useDraft()
  /** Set by who leaves files out of an audit that failed: the rest is sent without being asked again. */
  const [isDue, setDue] = useState(false)
  /** The audit that has ended without a result. */
  const [failedId, setFailedId] = useState<string>()
  const title = !auditId ? 'New audit' : auditId === failedId ? 'Audit not finished' : 'Audit in progress'
  document.title = `${title} · Audio Audit`
  return (
    <WhenSignedIn title={title}>
      {(viewer) =>
        auditId ? (
          <RunningAudit
            key={auditId}
            auditId={auditId}
            files={draft.files}
            onFailed={() => setFailedId(auditId)}
            onLeave={leave}
            onGoOn={(files) => {
              change({ files })
              setDue(true)
              leave()
            }}
          />
        ) : may(viewer, 'audit') ? (
          <NewAudit
            credits={viewer.credits}
            draft={draft}
            onChange={change}
            isDue={isDue}
            onBegun={(begunId) => {
              setDue(false)
              watch(begunId)
            }}
          />
        ) : (
          <MissingScope scope="audit" what="run audits" />
        )
      }
    </WhenSignedIn>
  )
}
