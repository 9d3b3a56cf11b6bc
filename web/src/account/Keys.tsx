import { useCallback, useEffect, useState } from 'preact/hooks'
import { type ApiKey, apiKeys, createKey, revokeKey } from '../api/account.js'
import { copyText } from '../parts/download.js'
import { visible } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { dateTime } from '../parts/numbers.js'

interface KeysProps {
  /** The one that this session was begun with. */
  ownKeyId: string
  onOwnRevoked: () => void
}

export function Keys({ ownKeyId, onOwnRevoked }: KeysProps) {
  const [keys, setKeys] = useState<ApiKey[]>([])
  const [name, setName] = useState('')
  const [secret, setSecret] = useState('')
  const [news, setNews] = useState('')
  const [askedId, setAskedId] = useState('')
  const refresh = useCallback(async () => {
    try {
      setKeys(await apiKeys())
    } catch (error) {
      setNews((error as Error).message)
    }
  }, [])
  useEffect(() => {
    refresh()
  }, [refresh])
  const make = async (event: Event) => {
    event.preventDefault()
    try {
      setSecret((await createKey(name)).secret)
      setName('')
      refresh()
    } catch (error) {
      setNews((error as Error).message)
    }
  }
  const revoke = async (id: string) => {
    try {
      await revokeKey(id)
      setNews('The key works no more.')
      if (id === ownKeyId) onOwnRevoked()
      else refresh()
    } catch (error) {
      setNews((error as Error).message)
    }
    setAskedId('')
  }
  const copy = async () =>
    setNews((await copyText(secret)) ? 'The key is copied.' : 'The browser did not allow copying.')
  return (
    <section class="card" aria-labelledby="keys-title">
      <h2 id="keys-title">API keys</h2>
      <ul class="keys">
        {keys.map(({ id, name, prefix, createdAt, lastUsedAt }) => (
          <li key={id}>
            <span>
              <bdi>{visible(name)}</bdi> <code>{prefix}…</code>
              {id === ownKeyId && <span class="chip">signed in with it</span>}
              <br />
              <span class="quiet">
                made {dateTime(createdAt)},{' '}
                {lastUsedAt ? `last used ${dateTime(lastUsedAt)}` : 'not used yet'}
              </span>
            </span>
            {askedId === id ? (
              <span class="actions">
                <button type="button" class="danger" onClick={() => revoke(id)}>
                  Revoke for good
                </button>
                <button type="button" onClick={() => setAskedId('')}>
                  Keep
                </button>
              </span>
            ) : (
              <button type="button" onClick={() => setAskedId(id)}>
                Revoke<span class="only-read"> {visible(name)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {secret && (
        <Notice kind="good" title="Your new key. It is shown now and never again.">
          <p>
            <code class="secret">{secret}</code>
          </p>
          <button type="button" onClick={copy}>
            Copy the key
          </button>
        </Notice>
      )}
      <form class="new-key" onSubmit={make}>
        <label>
          Name of a new key
          <input
            required
            maxLength={100}
            value={name}
            placeholder="What it is for"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Make a key</button>
      </form>
      <p class="announcement" role="status">
        {news}
      </p>
    </section>
  )
}
