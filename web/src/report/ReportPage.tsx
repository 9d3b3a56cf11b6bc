import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Audit, ownAudit, sharedAudit } from '../api/audit.js'
import { Refusal } from '../api/request.js'
import { may, type Session, session } from '../api/session.js'
import { EmptyState } from '../parts/EmptyState.js'
import { LoadFailed } from '../parts/LoadFailed.js'
import { SignIn } from '../parts/SignIn.js'
import { idNow } from '../shell/places.js'
import { tokenIn } from './address.js'
import { Report } from './Report.js'
import { Retakes } from './Retakes.js'
import { serviceDesk } from './review/desk.js'
import { wantedRetakes } from './review/review.js'
import { Sharing } from './Sharing.js'
import { servedSound } from './served-sound.js'
import '../styles/report.css'

/** With the secret of the address; without it, or when it was revoked, for whoever is signed in and owns the audit. */
async function load(): Promise<Audit> {
  const token = tokenIn(location.hash)
  if (!token) return ownAudit(idNow())
  try {
    return await sharedAudit(idNow(), token)
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || (refusal.status !== 404 && refusal.status !== 400)) throw refusal
    return ownAudit(idNow()).catch(() => {
      throw refusal
    })
  }
}

export function ReportPage() {
  const [audit, setAudit] = useState<Audit>()
  const [refusal, setRefusal] = useState<Refusal>()
  const open = () => {
    setRefusal(undefined)
    load().then(setAudit, (error) =>
      setRefusal(error instanceof Refusal ? error : new Refusal(0, '', String(error))),
    )
  }
  useEffect(() => {
    document.title = 'Audit report · Audio Audit'
    open()
  }, [])
  // Links to the sound end with the link to the report; the owner gets new ones.
  const onRevoked = () => ownAudit(idNow()).then(setAudit, () => {})
  if (audit) return <ServedReport audit={audit} onRevoked={onRevoked} />
  if (refusal) return <ReportRefused refusal={refusal} onAgain={open} />
  return (
    <p class="loading" role="status">
      Loading the report…
    </p>
  )
}

interface ServedReportProps {
  audit: Audit
  onRevoked: () => Promise<void>
}

/** Whoever owns the audit decides about its flags; guests read. */
function ServedReport({ audit, onRevoked }: ServedReportProps) {
  const { auditId } = audit
  const [viewer, setViewer] = useState<Session>()
  useEffect(() => {
    session(auditId).then(setViewer, () => {})
  }, [auditId])
  const sound = useMemo(() => servedSound(audit), [audit])
  const isOwner = viewer?.ownsAudit ?? false
  const desk = useMemo(() => (isOwner ? serviceDesk(auditId) : undefined), [isOwner, auditId])
  return (
    <Report audit={audit} sound={sound} desk={desk}>
      {(review, tracks) => (
        <>
          {isOwner &&
            viewer &&
            may(viewer, 'audit') &&
            audit.audioUrls.length > 0 &&
            audit.regenCount > 0 && <Retakes audit={audit} wanted={wantedRetakes(tracks, review)} />}
          <Sharing audit={audit} viewer={viewer} onRevoked={onRevoked} />
        </>
      )}
    </Report>
  )
}

function ReportRefused({ refusal, onAgain }: { refusal: Refusal; onAgain: () => void }) {
  if (refusal.status === 401) {
    return (
      <>
        <EmptyState picture="lock" title="This link is incomplete" level={1}>
          Use the full link, including everything after the #, or sign in if the audit is yours.
        </EmptyState>
        <SignIn onSignedIn={() => location.reload()} />
      </>
    )
  }
  if (refusal.status === 404 || refusal.status === 400) {
    return (
      <EmptyState picture="lock" title="This report is not available" level={1} isError>
        The link was revoked, the audit was deleted, or part of the link is missing. Ask the person who sent
        it for a new one.
      </EmptyState>
    )
  }
  return <LoadFailed title="The report could not be loaded" error={refusal} level={1} onAgain={onAgain} />
}
