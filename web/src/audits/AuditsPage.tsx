import { WhenSignedIn } from '../parts/WhenSignedIn.js'
import { AuditList } from './AuditList.js'
import '../styles/audits.css'

export function AuditsPage() {
  document.title = 'Audits · Audio Audit'
  return <WhenSignedIn title="Audits">{() => <AuditList />}</WhenSignedIn>
}
