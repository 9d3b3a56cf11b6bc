import { useState } from 'preact/hooks'
import { signIn } from '../api/session.js'
import { Notice } from './Notice.js'

/** Trades an API key for a session; the key is kept nowhere in the browser. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [key, setKey] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setFault('')
    try {
      await signIn(key.trim())
      onSignedIn()
    } catch (error) {
      setFault((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <form class="card sign-in" onSubmit={submit}>
      <h2>Sign in</h2>
      <p>
        Sign in with an API key for this service. You stay signed in for a week. The key itself is not stored
        in your browser.
      </p>
      <label>
        API key
        <input
          type="password"
          name="api-key"
          autocomplete="off"
          spellcheck={false}
          required
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
      </label>
      <div class="actions">
        <button type="submit" class="primary" disabled={isBusy}>
          Sign in
        </button>
      </div>
      {fault && (
        <Notice kind="error" title="Sign-in failed.">
          {fault}
        </Notice>
      )}
    </form>
  )
}
