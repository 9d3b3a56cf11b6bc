import { useEffect, useState } from 'preact/hooks'
import { deliveryPage, replayDelivery, type WebhookDelivery, type WebhookEndpoint } from '../api/webhooks.js'
import { visible } from '../parts/FileName.js'
import { counted, dateTime } from '../parts/numbers.js'
import { address } from '../settings.js'

const faultTexts: Record<string, string> = {
  refused: 'not accepted',
  redirected: 'redirects are not followed',
  timed_out: 'no answer in time',
  not_reachable: 'not reachable',
  not_secure: 'no secure connection',
  cut_off: 'connection lost',
  name_not_found: 'host not found',
  refused_address: 'private network',
  bad_url: 'address not allowed',
}

interface DeliveriesProps {
  endpoints: WebhookEndpoint[]
  /** Another one when something was done with the endpoints. */
  version: number
}

/** What was sent, newest first, and a button to send it again. */
export function Deliveries({ endpoints, version }: DeliveriesProps) {
  const [deliveries, setDeliveries] = useState<WebhookDelivery[]>([])
  const [cursor, setCursor] = useState<string>()
  const [news, setNews] = useState('')
  const load = async (from?: string) => {
    try {
      const page = await deliveryPage(from)
      setDeliveries((known) => (from === undefined ? page.deliveries : [...known, ...page.deliveries]))
      setCursor(page.nextCursor)
    } catch (error) {
      setNews((error as Error).message)
    }
  }
  useEffect(() => {
    load()
  }, [version])
  const replay = async (id: string) => {
    try {
      await replayDelivery(id)
      setNews('Queued to be sent again. Refresh to see the result.')
      await load()
    } catch (error) {
      setNews((error as Error).message)
    }
  }
  const placeOf = ({ endpointId, webhookUrl }: WebhookDelivery) =>
    webhookUrl ?? endpoints.find(({ id }) => id === endpointId)?.url ?? ''
  return (
    <>
      <div class="card-head">
        <h3>Deliveries</h3>
        <button type="button" onClick={() => load()}>
          Refresh<span class="only-read"> deliveries</span>
        </button>
      </div>
      {deliveries.length === 0 ? (
        <p class="quiet">Nothing has been sent yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
        <section class="table-box" tabIndex={0} aria-label="Webhook deliveries">
          <table>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Event</th>
                <th scope="col">To</th>
                <th scope="col">State</th>
                <th scope="col">
                  <span class="only-read">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {deliveries.map((delivery) => (
                <tr key={delivery.id}>
                  <td>{dateTime(delivery.createdAt)}</td>
                  <td>
                    {delivery.auditId ? (
                      <a href={address(`report/${delivery.auditId}`)}>{delivery.event}</a>
                    ) : (
                      delivery.event
                    )}
                  </td>
                  <td>
                    <bdi class="address">{visible(placeOf(delivery))}</bdi>
                  </td>
                  <td>{stateText(delivery)}</td>
                  <td>
                    {delivery.state !== 'waiting' && (
                      <button type="button" onClick={() => replay(delivery.id)}>
                        Send again<span class="only-read"> {delivery.messageId}</span>
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {cursor !== undefined && (
        <button type="button" onClick={() => load(cursor)}>
          Show older deliveries
        </button>
      )}
      <p class="announcement" role="status">
        {news}
      </p>
    </>
  )
}

function stateText({ state, attempts, nextAttemptAt }: WebhookDelivery): string {
  const last = attempts.at(-1)
  const tried = attempts.length === 0 ? '' : ` after ${counted(attempts.length, 'attempt')}`
  const why = last?.fault
    ? ` (${[last.status, faultTexts[last.fault] ?? last.fault].filter(Boolean).join(', ')})`
    : ''
  if (state === 'delivered') return `delivered${tried}`
  if (state === 'failed') return `given up${tried}${why}`
  return attempts.length === 0 || nextAttemptAt === null
    ? 'about to be sent'
    : `tried ${counted(attempts.length, 'time')}${why}, next ${dateTime(nextAttemptAt)}`
}
