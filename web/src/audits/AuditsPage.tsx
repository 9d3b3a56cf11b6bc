import { may } from '../api/session.js'
import { MissingScope } from '../parts/MissingScope.js'
import { WhenSignedIn } from '../parts/WhenSignedIn.js'
import { AuditList } from './AuditList.js'
import '../styles/audits.css'

export function AuditsPage() {
  document.title = 'Audits · Audio Audit'
  return (
    <WhenSignedIn title="Audits">
      {(viewer) =>
        may(viewer, 'read') ? (
          <AuditList isManaged={may(viewer, 'manage')} />
        ) : (
          <MissingScope scope="read" what="list the audits of the account" />
        )
      }
    </WhenSignedIn>
  )
}
