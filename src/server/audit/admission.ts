// Who is let in, before anything of theirs is read: there are only so many places, and nobody can take them all.
import { type ApiError, tryAgainAfter } from '../api-error.js'
import type { Backlog } from '../backlog.js'
import type { Config } from '../config.js'
import type { Refusals } from '../metrics.js'
import { type Doing, Shares } from './shares.js'
import type { Visitor } from './visitor.js'

const RETRY_AFTER_SEC = 15
/** What those without a key may have of all places: so they never keep out those with one. */
const ANONYMOUS_PERCENT = 25
const PAYING_PERCENT = 50

type Limits = Pick<Config, 'auditsAtOnce' | 'auditsWaiting' | 'callerSharePercent'>

export class Admission {
  /** Of all: those whose audits are being uploaded, wait, or run. */
  private readonly places: Shares
  private readonly ofKind: Record<Visitor['kind'], Shares[]>
  private inside = 0

  constructor(
    { auditsAtOnce, auditsWaiting, callerSharePercent }: Limits,
    private readonly backlog: Pick<Backlog, 'refusal'>,
    private readonly refusals: Refusals,
    private readonly onChange: (inside: number) => void = () => {},
  ) {
    const most = auditsAtOnce + auditsWaiting
    const some = (percent: number) => new Shares(Math.ceil((most * percent) / 100), callerSharePercent)
    this.places = new Shares(most, callerSharePercent)
    this.ofKind = {
      account: [this.places],
      payer: [some(PAYING_PERCENT), this.places],
      anonymous: [some(ANONYMOUS_PERCENT), this.places],
    }
  }

  /** Gives the way out, which may be taken twice. Fails with "rate_limited" when it is their own doing, else with "busy". */
  enter({ kind, caller, auditedAs }: Visitor): () => void {
    const places = this.ofKind[kind]
    for (const each of places) {
      const doing = each.refusal(caller)
      if (doing) throw this.noPlace(doing, kind, each.mostOfOne)
    }
    const tooMuch = this.backlog.refusal(auditedAs)
    if (tooMuch) throw this.refused(tooMuch.doing, tooMuch.what, tooMuch.message)
    for (const each of places) each.add(caller, 1)
    this.onChange(++this.inside)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      for (const each of places) each.add(caller, -1)
      this.onChange(--this.inside)
    }
  }

  private noPlace(doing: Doing, kind: Visitor['kind'], mostOfOne: number): ApiError {
    const whose = kind === 'account' ? 'of one account' : 'from one address'
    const many = mostOfOne === 1 ? '1 audit' : `${mostOfOne} audits`
    return this.refused(
      doing,
      'places',
      doing === 'own'
        ? `At most ${many} ${whose} can be uploaded, wait or run at the same time, and so many do.`
        : kind === 'account'
          ? 'The service has all the audits that it can hold.'
          : 'The service has all the audits without a key that it can hold.',
    )
  }

  private refused(doing: Doing, what: string, message: string): ApiError {
    this.refusals.inc({ reason: what, doing })
    return tryAgainAfter(doing === 'own' ? 'rate_limited' : 'busy', RETRY_AFTER_SEC, message)
  }
}
