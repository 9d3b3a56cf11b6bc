import { address } from '../settings.js'

/** What the service has refused, in its own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: { file?: string; field?: string; message?: string }[] = [],
  ) {
    super(message)
  }
}

/** The service counts the session's cookie only beside this header; see src/server/web/session.ts. */
export const webHeaders = { 'x-audio-audit-web': '1' }

export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(webHeaders)) headers.set(name, value)
  const response = await fetch(address(path), { ...init, headers }).catch(() => {
    throw new Refusal(0, 'offline', 'The service cannot be reached. Check your connection and try again.')
  })
  if (response.status === 401 && !headers.has('x-api-key'))
    throw new Refusal(401, 'unauthorized', 'You are not signed in, or the session has ended. Sign in again.')
  if (!response.ok) throw await refusalOf(response)
  return response
}

export async function json<Body>(path: string, init?: RequestInit): Promise<Body> {
  return (await request(path, init)).json()
}

async function refusalOf(response: Response): Promise<Refusal> {
  const body = await response.json().catch(() => undefined)
  return refusalIn(response.status, body)
}

export function refusalIn(status: number, body: unknown): Refusal {
  const {
    code = 'internal',
    message = `The service answered with status ${status}.`,
    details,
  } = (body as { error?: { code?: string; message?: string; details?: Refusal['details'] } } | undefined)
    ?.error ?? {}
  return new Refusal(status, code, message, details)
}
