// Uploads of callers who neither have a key nor pay lie on the same disk as those of all others: they get a part of it.
import { type ApiError, tryAgainAfter } from '../api-error.js'
import type { Config } from '../config.js'
import type { Refusals } from '../metrics.js'
import { Shares } from './shares.js'

const RETRY_AFTER_SEC = 15
const BYTES_PER_MIB = 2 ** 20

export class UploadRoom {
  private readonly bytes: Shares

  constructor(
    { anonymousUploadMb, callerSharePercent }: Pick<Config, 'anonymousUploadMb' | 'callerSharePercent'>,
    private readonly refusals: Refusals,
  ) {
    this.bytes = new Shares(anonymousUploadMb * BYTES_PER_MIB, callerSharePercent)
  }

  /** Room for one upload of that sender, taken as it grows. */
  for(sender: string): UploadSpace {
    let taken = 0
    return {
      grow: (bytes) => {
        const doing = this.bytes.refusal(sender, bytes)
        if (doing) return this.refused(doing)
        this.bytes.add(sender, bytes)
        taken += bytes
        return undefined
      },
      free: () => {
        this.bytes.add(sender, -taken)
        taken = 0
      },
    }
  }

  private refused(doing: 'own' | 'all'): ApiError {
    this.refusals.inc({ reason: 'disk', doing })
    return doing === 'own'
      ? tryAgainAfter(
          'rate_limited',
          RETRY_AFTER_SEC,
          `At most ${Math.floor(this.bytes.mostOfOne / BYTES_PER_MIB)} MiB without a key can be uploaded from one address at the same time.`,
        )
      : tryAgainAfter('busy', RETRY_AFTER_SEC, 'The service has no room for more uploads without a key.')
  }
}

export interface UploadSpace {
  /** Gives the refusal when there is no room for so many bytes more. */
  grow(bytes: number): ApiError | undefined
  free(): void
}
