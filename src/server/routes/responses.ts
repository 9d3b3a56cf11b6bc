import type { z } from 'zod'
import type { KeyScope } from '../../store/key-scopes.js'
import { type ErrorCode, errorBody, errorCodes, paymentError } from '../schemas/error.js'

/** How a route can fail, as the documentation shows it: by status, with every code that has it. */
export function failures(...codes: ErrorCode[]): Record<number, object> {
  // A key that is no good is refused wherever it is sent; see gates.ts for the others.
  return failuresOnly(...codes, 'unauthorized', 'rate_limited', 'internal', 'busy')
}

/** The same for routes that have no gate in front of them. */
export function failuresOnly(...given: ErrorCode[]): Record<number, object> {
  const all = [...new Set(given)]
  const statuses = [...new Set(all.map((code) => errorCodes[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const here = all.filter((code) => errorCodes[code].status === status)
      const description = here.map((code) => `\`${code}\`: ${errorCodes[code].when}`).join(' ')
      const schema: z.ZodType = here.includes('payment_required') ? paymentError : errorBody
      return [status, { description, content: { 'application/json': { schema } } }]
    }),
  )
}

export function success(description: string, schema: z.ZodType, mediaType = 'application/json'): object {
  return { description, content: { [mediaType]: { schema } } }
}

type Security = { apiKey?: KeyScope[]; bearer?: KeyScope[] }[]

/** Either way of sending the key, whatever its scopes. */
export const withKey: Security = [{ apiKey: [] }, { bearer: [] }]

/** The same for routes that not every key may use. */
export const withScope = (scope: KeyScope): Security => [{ apiKey: [scope] }, { bearer: [scope] }]

/** What the documentation says of a route is what gates.ts asks of a request. */
export function wantedOf(security: readonly object[] = []): { isKeyNeeded: boolean; scope?: KeyScope } {
  const ways = security as Security
  const scope = ways.find(({ apiKey }) => apiKey)?.apiKey?.[0]
  return {
    isKeyNeeded: ways.length > 0 && ways.every(({ apiKey, bearer }) => apiKey ?? bearer),
    ...(scope && { scope }),
  }
}
