import { useState } from 'preact/hooks'
import { may } from '../api/session.js'
import { MissingScope } from '../parts/MissingScope.js'
import { WhenSignedIn } from '../parts/WhenSignedIn.js'
import { NewAudit } from './NewAudit.js'
import { RunningAudit } from './RunningAudit.js'
import '../styles/new.css'

/** The audit being watched stands in the address, so that the page can be closed and opened again. */
const WATCHED = 'audit'

export function NewAuditPage() {
  const [auditId, setAuditId] = useState(() => new URLSearchParams(location.search).get(WATCHED))
  const watch = (next: string | null) => {
    const url = new URL(location.href)
    if (next) url.searchParams.set(WATCHED, next)
    else url.searchParams.delete(WATCHED)
    history.replaceState(null, '', url)
    setAuditId(next)
  }
  document.title = 'New audit · Audio Audit'
  return (
    <WhenSignedIn title={auditId ? 'Audit in progress' : 'New audit'}>
      {(viewer) =>
        auditId ? (
          <RunningAudit auditId={auditId} onLeave={() => watch(null)} />
        ) : may(viewer, 'audit') ? (
          <NewAudit credits={viewer.credits} onBegun={watch} />
        ) : (
          <MissingScope scope="audit" what="run audits" />
        )
      }
    </WhenSignedIn>
  )
}
