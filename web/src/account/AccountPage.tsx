import { signOut } from '../api/session.js'
import { counted } from '../parts/numbers.js'
import { WhenSignedIn } from '../parts/WhenSignedIn.js'
import { settings } from '../settings.js'
import { CreditHistory } from './CreditHistory.js'
import { Keys } from './Keys.js'
import '../styles/audits.css'

export function AccountPage() {
  document.title = 'Account · Audio Audit'
  return (
    <WhenSignedIn title="Account">
      {(viewer, refresh) => (
        <>
          <section class="card" aria-labelledby="balance-title">
            <div class="card-head">
              <h2 id="balance-title">{counted(viewer.credits ?? 0, 'credit')}</h2>
              <button
                type="button"
                onClick={async () => {
                  await signOut().catch(() => {})
                  refresh()
                }}
              >
                Sign out
              </button>
            </div>
            <p>
              Signed in to the account <bdi>{viewer.account}</bdi>. One check on one file costs 1 credit, or{' '}
              {settings.cachedPrice} when it was heard before.
            </p>
            <p class="quiet">
              Audio is deleted {settings.audioDays} days after its audit. Results stay until you delete them
              under Audits.
            </p>
          </section>
          <Keys ownKeyId={viewer.keyId ?? ''} onOwnRevoked={refresh} />
          <CreditHistory />
        </>
      )}
    </WhenSignedIn>
  )
}
