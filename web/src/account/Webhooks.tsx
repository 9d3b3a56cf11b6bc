import { useCallback, useEffect, useState } from 'preact/hooks'
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  newWebhookSecret,
  type WebhookEndpoint,
  type WebhookEvent,
  type Webhooks as WebhookList,
  webhookEvents,
  webhooks,
} from '../api/webhooks.js'
import { copyText } from '../parts/download.js'
import { visible } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'
import { dateTime } from '../parts/numbers.js'
import { Deliveries } from './Deliveries.js'

const eventTexts: Record<WebhookEvent, string> = {
  'audit.completed': 'An audit is done',
  'audit.failed': 'An audit failed',
  'credits.low': 'Credits run low',
}

const disabledTexts: Record<NonNullable<WebhookEndpoint['disabledBecause']>, string> = {
  owner: 'disabled',
  gone: 'disabled: it answered that it is gone (410)',
  failing: 'disabled: every delivery has failed for days',
}

export function Webhooks() {
  const [list, setList] = useState<WebhookList>({ endpoints: [], requestSecret: null })
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<WebhookEvent[]>([...webhookEvents])
  const [secret, setSecret] = useState('')
  const [news, setNews] = useState('')
  const [askedId, setAskedId] = useState('')
  const [version, setVersion] = useState(0)
  const refresh = useCallback(async () => {
    try {
      setList(await webhooks())
    } catch (error) {
      setNews((error as Error).message)
    }
  }, [])
  useEffect(() => {
    refresh()
  }, [refresh])
  /** Says what came of it, and shows what is there now. */
  const act = async (work: () => Promise<string>) => {
    try {
      setNews(await work())
      await refresh()
      setVersion((before) => before + 1)
    } catch (error) {
      setNews((error as Error).message)
    }
    setAskedId('')
  }
  const add = (event: Event) => {
    event.preventDefault()
    return act(async () => {
      setSecret((await createWebhook({ url, events })).secret)
      setUrl('')
      return 'Endpoint added.'
    })
  }
  const rotate = (id?: string) =>
    act(async () => {
      setSecret(await newWebhookSecret(id))
      return 'New secret created. For a day, requests are signed with the old one as well.'
    })
  const enable = (id: string, isEnabled: boolean) =>
    act(async () => {
      await enableWebhook(id, isEnabled)
      return isEnabled ? 'Endpoint enabled.' : 'Endpoint disabled.'
    })
  const remove = (id: string) =>
    act(async () => {
      await deleteWebhook(id)
      return 'Endpoint deleted.'
    })
  const copy = async () =>
    setNews((await copyText(secret)) ? 'Secret copied.' : 'Your browser blocked copying.')
  return (
    <section class="card" aria-labelledby="webhooks-title">
      <h2 id="webhooks-title">Webhooks</h2>
      <p class="quiet">
        Get a signed request at your own address when an audit ends or your credits run low.
      </p>
      <ul class="keys">
        {list.endpoints.map(
          ({ id, url, events, enabled, disabledBecause, createdAt, previousSecretUntil }) => (
            <li key={id}>
              <span>
                <bdi class="address">{visible(url)}</bdi>
                {disabledBecause && <span class="chip">{disabledTexts[disabledBecause]}</span>}
                <br />
                {events.map((event) => eventTexts[event]).join(' · ')}
                <br />
                <span class="quiet">
                  added {dateTime(createdAt)}
                  {previousSecretUntil &&
                    `, also signed with the old secret until ${dateTime(previousSecretUntil)}`}
                </span>
              </span>
              <span class="actions">
                {askedId === id ? (
                  <>
                    <button type="button" class="danger" onClick={() => remove(id)}>
                      Delete with its deliveries
                    </button>
                    <button type="button" onClick={() => setAskedId('')}>
                      Cancel
                    </button>
                  </>
                ) : (
                  <>
                    <button type="button" onClick={() => enable(id, !enabled)}>
                      {enabled ? 'Disable' : 'Enable'}
                      <span class="only-read"> {visible(url)}</span>
                    </button>
                    <button type="button" onClick={() => rotate(id)}>
                      New secret<span class="only-read"> for {visible(url)}</span>
                    </button>
                    <button type="button" onClick={() => setAskedId(id)}>
                      Delete<span class="only-read"> {visible(url)}</span>
                    </button>
                  </>
                )}
              </span>
            </li>
          ),
        )}
      </ul>
      {secret && (
        <Notice kind="good" title="The signing secret. Copy it now: it is shown only once.">
          <p>
            <code class="secret">{secret}</code>
          </p>
          <button type="button" onClick={copy}>
            Copy secret
          </button>
        </Notice>
      )}
      <form class="new-key" onSubmit={add}>
        <label>
          Address of a new endpoint
          <input
            required
            type="url"
            maxLength={2048}
            value={url}
            placeholder="https://"
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
        <fieldset>
          <legend>Events</legend>
          {webhookEvents.map((one) => (
            <label key={one} class="choice">
              <input
                type="checkbox"
                checked={events.includes(one)}
                onChange={(event) => {
                  const isOn = event.currentTarget.checked
                  setEvents(webhookEvents.filter((each) => (each === one ? isOn : events.includes(each))))
                }}
              />
              <span>{eventTexts[one]}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" disabled={events.length === 0}>
          Add endpoint
        </button>
      </form>
      <p>
        An audit request can name an address of its own in <code>webhookUrl</code>.{' '}
        {list.requestSecret
          ? `What is sent there is signed with a secret created ${dateTime(list.requestSecret.createdAt)}.`
          : 'Create a secret for it first.'}{' '}
        <button type="button" onClick={() => rotate()}>
          {list.requestSecret ? 'New secret for webhookUrl' : 'Create a secret for webhookUrl'}
        </button>
      </p>
      <p class="announcement" role="status">
        {news}
      </p>
      <Deliveries endpoints={list.endpoints} version={version} />
    </section>
  )
}
