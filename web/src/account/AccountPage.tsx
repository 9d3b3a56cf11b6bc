import { may, signOut } from '../api/session.js'
import { MissingScope } from '../parts/MissingScope.js'
import { counted } from '../parts/numbers.js'
import { WhenSignedIn } from '../parts/WhenSignedIn.js'
import { settings } from '../settings.js'
import { CreditHistory } from './CreditHistory.js'
import { Keys } from './Keys.js'
import { Voices } from './Voices.js'
import { Webhooks } from './Webhooks.js'
import '../styles/audits.css'

export function AccountPage() {
  document.title = 'Account · Audio Audit'
  return (
    <WhenSignedIn title="Account">
      {(viewer, refresh) => {
        const leave = async (isEverywhere: boolean) => {
          await signOut(isEverywhere).catch(() => {})
          refresh()
        }
        return (
          <>
            <section class="card" aria-labelledby="balance-title">
              <div class="card-head">
                <h2 id="balance-title">
                  {viewer.credits === undefined ? 'Your account' : counted(viewer.credits, 'credit')}
                </h2>
                <span class="actions">
                  <button type="button" onClick={() => leave(false)}>
                    Sign out
                  </button>
                  <button
                    type="button"
                    onClick={() => leave(true)}
                    title="Ends every session that was started with this key"
                  >
                    Sign out everywhere
                  </button>
                </span>
              </div>
              <p>
                You are signed in to the account “<bdi>{viewer.account}</bdi>”. Each check on a file costs 1
                credit, or {counted(settings.cachedPrice, 'credit')} if the file is cached.
              </p>
              <p class="quiet">
                Audio is deleted {counted(settings.audioDays, 'day')} after its audit. Results stay until you
                delete them under Audits.
              </p>
            </section>
            {may(viewer, 'manage') ? (
              <Keys viewer={viewer} onOwnRevoked={refresh} />
            ) : (
              <MissingScope scope="manage" what="see or change the keys of the account" />
            )}
            {may(viewer, 'audit') && <Voices onPaid={refresh} />}
            {may(viewer, 'manage') && <Webhooks />}
            {may(viewer, 'read') && <CreditHistory />}
          </>
        )
      }}
    </WhenSignedIn>
  )
}
