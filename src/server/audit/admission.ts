import { tryAgainAfter } from '../api-error.js'

const RETRY_AFTER_SEC = 15

/** Counts those who are in the house, and turns away who would be one too many before anything of theirs is read. */
export class Admission {
  private inside = 0

  constructor(
    private readonly most: number,
    private readonly onChange: (inside: number) => void = () => {},
    /** Why nobody can be let in now, however few are inside. */
    private readonly refusal: () => string | undefined = () => undefined,
  ) {}

  /** Gives the way out, which may be taken twice. Fails with "busy". */
  enter(): () => void {
    if (this.inside >= this.most) {
      throw tryAgainAfter('busy', RETRY_AFTER_SEC, 'The service has all the audits that it can hold.')
    }
    const refusal = this.refusal()
    if (refusal !== undefined) throw tryAgainAfter('busy', RETRY_AFTER_SEC, refusal)
    this.onChange(++this.inside)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.onChange(--this.inside)
    }
  }
}
