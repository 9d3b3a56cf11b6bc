import { useCallback, useEffect, useState } from 'preact/hooks'
import { type ApiKey, apiKeys, createKey, revokeKey } from '../api/account.js'
import type { Scope, Session } from '../api/session.js'
import { copyText } from '../parts/download.js'
import { visible } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { dateTime } from '../parts/numbers.js'

const scopeTexts: Record<Scope, string> = {
  audit: 'Run audits',
  read: 'Read all audits and credits',
  manage: 'Manage keys, delete audits',
}
const scopes = Object.keys(scopeTexts) as Scope[]

interface KeysProps {
  viewer: Session
  onOwnRevoked: () => void
}

export function Keys({ viewer, onOwnRevoked }: KeysProps) {
  const ownKeyId = viewer.keyId ?? ''
  /** A key can give no more than it has. */
  const given = scopes.filter((scope) => viewer.scopes?.includes(scope))
  const [keys, setKeys] = useState<ApiKey[]>([])
  const [name, setName] = useState('')
  const [wanted, setWanted] = useState<Scope[]>(given.filter((scope) => scope !== 'manage'))
  const [expires, setExpires] = useState('')
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
      const expiresAt = expires ? new Date(`${expires}T00:00`).toISOString() : undefined
      setSecret((await createKey({ name, scopes: wanted, expiresAt })).secret)
      setName('')
      setExpires('')
      setNews('')
      refresh()
    } catch (error) {
      setNews((error as Error).message)
    }
  }
  const revoke = async (id: string) => {
    try {
      await revokeKey(id)
      setNews('The key no longer works.')
      if (id === ownKeyId) onOwnRevoked()
      else refresh()
    } catch (error) {
      setNews((error as Error).message)
    }
    setAskedId('')
  }
  const copy = async () => setNews((await copyText(secret)) ? 'Key copied.' : 'Your browser blocked copying.')
  return (
    <section class="card" aria-labelledby="keys-title">
      <h2 id="keys-title">API keys</h2>
      <ul class="keys">
        {keys.map(({ id, name, prefix, createdAt, lastUsedAt, scopes, expiresAt }) => (
          <li key={id}>
            <span>
              <bdi>{visible(name)}</bdi> <code>{prefix}…</code>
              {id === ownKeyId && <span class="chip">used for this session</span>}
              <br />
              {scopes.map((scope) => scopeTexts[scope]).join(' · ')}
              <br />
              <span class="quiet">
                created {dateTime(createdAt)},{' '}
                {lastUsedAt ? `last used ${dateTime(lastUsedAt)}` : 'not used yet'},{' '}
                {expiresAt ? `expires ${dateTime(expiresAt)}` : 'does not expire'}
              </span>
            </span>
            {askedId === id ? (
              <span class="actions">
                <button type="button" class="danger" onClick={() => revoke(id)}>
                  Revoke permanently
                </button>
                <button type="button" onClick={() => setAskedId('')}>
                  Cancel
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
        <Notice kind="good" title="Your new key. Copy it now: it is shown only once.">
          <p>
            <code class="secret">{secret}</code>
          </p>
          <button type="button" onClick={copy}>
            Copy key
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
        <fieldset>
          <legend>What it can do</legend>
          {given.map((scope) => (
            <label key={scope} class="choice">
              <input
                type="checkbox"
                checked={wanted.includes(scope)}
                onChange={(event) => {
                  const isOn = event.currentTarget.checked
                  setWanted(scopes.filter((one) => (one === scope ? isOn : wanted.includes(one))))
                }}
              />
              <span>{scopeTexts[scope]}</span>
            </label>
          ))}
        </fieldset>
        <label>
          Expires on (optional)
          <input type="date" value={expires} onInput={(event) => setExpires(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={wanted.length === 0}>
          Create key
        </button>
      </form>
      <p class="announcement" role="status">
        {news}
      </p>
    </section>
  )
}
