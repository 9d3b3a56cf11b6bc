// Sends the files; fetch cannot tell how far an upload is, so by the older way.
import { Refusal, refusalIn, webHeaders } from '../api/request.js'
import { address } from '../settings.js'

export interface Sending {
  query: string
  form: FormData
  /** The same for every try: what has arrived once is not charged again. */
  idempotencyKey: string
  onProgress: (sentBytes: number) => void
  signal: AbortSignal
}

/** Gives the id of the audit, which goes on by itself. Fails with a Refusal. */
export function send({ query, form, idempotencyKey, onProgress, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address(`v1/audit?${query}`))
    for (const [name, value] of Object.entries(webHeaders)) request.setRequestHeader(name, value)
    request.setRequestHeader('prefer', 'respond-async')
    request.setRequestHeader('idempotency-key', idempotencyKey)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      if (request.status === 202) resolve(request.response.auditId)
      else reject(refusalIn(request.status, request.response))
    }
    request.onerror = () =>
      reject(
        new Refusal(
          0,
          'offline',
          'The connection was lost during the upload. Start again: you are charged only once.',
        ),
      )
    request.onabort = () =>
      reject(new Refusal(0, 'stopped', 'You cancelled the upload. You were not charged.'))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
