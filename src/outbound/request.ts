// One request to an address that a caller named. It goes to an address that was looked at, to no other, and follows nobody elsewhere.
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { checkedUrl, hostOf } from './checked-url.js'
import { OutboundError } from './outbound-error.js'
import { addressesOf, type OutboundPolicy } from './policy.js'

export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** From the lookup of the name to the headers of the answer. */
  answerWithinMs: number
  /** Ends it, also while the answer is read. */
  signal?: AbortSignal | undefined
}

const REDIRECTS = { first: 300, last: 399 }

/**
 * The answer, whose body is still to be read or to be destroyed by whoever asked. Fails with an OutboundError, or with the reason of the
 * signal.
 */
export async function outboundRequest(
  policy: OutboundPolicy,
  { url: text, method, headers = {}, body, answerWithinMs, signal }: OutboundRequest,
): Promise<IncomingMessage> {
  const url = checkedUrl(text, policy)
  signal?.throwIfAborted()
  const { request } = url.protocol === 'https:' ? https : http
  const asked = request(url, {
    method,
    // One of its own, which neither keeps connections nor takes the proxy of the environment.
    agent: false,
    // The only lookup: what it gives is what is connected to, so that a name cannot mean something else a moment later.
    lookup: guardedLookup(policy),
    headers: {
      'user-agent': 'audio-audit',
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
  })
  const timer = setTimeout(
    () =>
      asked.destroy(new OutboundError('timed_out', `There was no answer within ${answerWithinMs / 1000} s.`)),
    answerWithinMs,
  )
  // Not by a signal made of several: those add up in one that lives as long as the process.
  const cut = () => asked.destroy(signal?.reason)
  signal?.addEventListener('abort', cut, { once: true })
  asked.once('close', () => signal?.removeEventListener('abort', cut))
  // Also for what comes after the answer has begun, which its reader is told by the answer itself.
  asked.on('error', () => {})
  asked.end(body)
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const status = answer.statusCode ?? 0
    if (status >= REDIRECTS.first && status <= REDIRECTS.last) {
      answer.destroy()
      throw new OutboundError('redirected', 'The address answers with a redirect, which is not followed.', {
        status,
      })
    }
    return answer
  } catch (error) {
    asked.destroy()
    signal?.throwIfAborted()
    throw explained(error, hostOf(url))
  } finally {
    clearTimeout(timer)
  }
}

/** Gives only addresses that may be connected to. An address in place of a name was looked at by `checkedUrl`. */
function guardedLookup(policy: OutboundPolicy): LookupFunction {
  return (name, { all }, callback) => {
    addressesOf(policy, name).then(
      (addresses) => {
        const [first] = addresses
        if (all) {
          const each = addresses.map((address) => ({ address, family: isIP(address) }))
          return callback(null, each)
        }
        callback(null, first, isIP(first))
      },
      (error) => callback(error, '', 0),
    )
  }
}

const TLS_FAULT = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/

/** Without what the system says of it, where the address would be repeated. */
function explained(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (TLS_FAULT.test(code)) {
    return new OutboundError('not_secure', 'No secure connection could be made to the address.', {
      cause: error,
    })
  }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')) {
    return new OutboundError('cut_off', 'The connection broke off before an answer came.', { cause: error })
  }
  const what = isIP(host) === 0 ? 'The host of the address' : 'The address'
  return new OutboundError('not_reachable', `${what} cannot be reached.`, { cause: error })
}
