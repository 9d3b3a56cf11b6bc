/** Why a request to an address that a caller named did not come to its end, for programs. */
export const outboundFaults = [
  'bad_url',
  'refused_address',
  'name_not_found',
  'not_reachable',
  'not_secure',
  'timed_out',
  'cut_off',
  'redirected',
] as const
export type OutboundFault = (typeof outboundFaults)[number]

/** The message is a sentence for whoever named the address; it never repeats the address, which may hold a secret. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  /** Of the answer, where there was one. */
  readonly status: number | undefined

  constructor(
    readonly fault: OutboundFault,
    message: string,
    { status, ...options }: ErrorOptions & { status?: number } = {},
  ) {
    super(message, options)
    this.status = status
  }
}
