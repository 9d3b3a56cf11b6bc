// Short losses of signal: holes, lost packets, packets played twice, sudden drops of level.
import { powerSpectrum } from '../../../../audio/spectrum.js'
import { merged } from '../../binarise.js'
import { SILENT_DB } from '../../front-end/frame-levels.js'
import type { Loss } from '../../front-end/loss.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import { isLongHole } from '../../front-end/zero-runs.js'
import { audibilityOf, type Fault, MOST_WHEN_UNSURE } from '../../issue.js'
import type { About, OpenDetector } from '../detector.js'
import { lossFeatures } from './loss-features.js'
import { lossLogOdds } from './loss-network.js'
import { networkLosses, type UnsureLoss } from './network-losses.js'
import { parameters } from './parameters.js'
import { repeats } from './repeats.js'

const { at10MsDb, fileEdgeSec, noLossBelowDb, oneCauseSec, perDecadeDb } = parameters

/** A sound turned down by so much is as good as gone. */
const ALL_GONE_DB = 25
/**
 * Log odds from which a loss that the network hears is listed, and from which it may be more than subtle. By networks that do
 * not know the voice, all of 156 planted drops of 18 to 24 dB lie above the first and 95 % above the second; 1.26 h of
 * untouched speech give 18 above the first and none above the second.
 */
const LISTED_FROM = 8
const SURE_FROM = 12

export const open: OpenDetector = (_about: About) => {
  const faults: Fault[] = []
  let heard = Promise.resolve()

  return {
    hear(section) {
      const speechDb = section.speechDbOf(section.mono)
      if (speechDb <= SILENT_DB) return
      for (const channel of distinctChannels(section)) {
        const holes = section.holesOf(channel)
        const short = holes.filter(({ from, to }) => !isLongHole(from, to, section.sampleRateHz))
        const copies = repeats(channel, section.sampleRateHz, speechDb)
        for (const loss of [...short, ...copies])
          if (section.isInCore(loss.from)) faults.push(faultOf(loss, section))
        const exact = [...holes, ...copies]
        const spectrum = spectrumOf(channel, section)
        if (spectrum.frames === 0) continue
        const { timesSec } = spectrum
        const features = lossFeatures(
          spectrum,
          channel,
          section.sampleRateHz,
          speechDb,
          section.partsOf(channel),
        )
        heard = heard.then(async () => {
          const odds = await lossLogOdds(features)
          const found = networkLosses(odds, timesSec, channel, section.sampleRateHz, speechDb, LISTED_FROM)
          for (const loss of found)
            if (
              section.isInCore(loss.from) &&
              comesBack(loss, section) &&
              !exact.some((other) => overlap(loss, other))
            )
              faults.push(unsureFault(loss, section))
        })
        // Told to whoever asks for the result, and to nobody when the file turns out to be unreadable.
        heard.catch(() => {})
      }
    },
    async result() {
      await heard
      return { faults: oneForEachCause(faults), measures: null }
    },
  }
}

/** The section's own where the channel is all of it. */
function spectrumOf(channel: Float32Array, section: Section) {
  if (section.channels.length === 1) return section.spectrum
  return powerSpectrum(channel, {
    sampleRateHz: section.sampleRateHz,
    frameSec: frontEnd.frameSec,
    hopSec: frontEnd.hopSec,
  })
}

/** A second channel that is a copy of the first says nothing new. */
function distinctChannels({ channels }: Section): Float32Array[] {
  const [first, ...rest] = channels
  return [first, ...rest.filter((channel) => channel.some((sample, n) => sample !== first[n]))]
}

/** What is soft from the start of the file on, or to its end, was not lost: so voices begin and end. */
function comesBack({ from, to }: Loss, { length, sampleRateHz, isFirst, isLast }: Section): boolean {
  const edge = fileEdgeSec * sampleRateHz
  return !(isFirst && from < edge) && !(isLast && to > length - edge)
}

/** Whose edges are known to the sample need not be told once more. */
function overlap(one: Loss, other: Loss): boolean {
  return one.from < other.to && one.to > other.from
}

function faultOf({ from, to, lostDb }: Loss, section: Section): Fault {
  const startSec = section.timeSec(from)
  const endSec = section.timeSec(to)
  const lengthDb = at10MsDb + perDecadeDb * Math.log10((endSec - startSec) / 0.01)
  const share = Math.min(1, Math.max(0, 1 + lostDb / noLossBelowDb))
  const audibility = audibilityOf(lengthDb) * Math.sqrt(share)
  return { type: 'dropout', startSec, endSec, severity: audibility, audibility }
}

/** As a loss of all, less for what is left; what may be speech after all is not called noticed. */
function unsureFault(loss: UnsureLoss, section: Section): Fault {
  const fault = faultOf(loss, section)
  const share = Math.min(1, loss.amountDb / ALL_GONE_DB)
  const audibility = Math.min(fault.audibility * share, loss.odds < SURE_FROM ? MOST_WHEN_UNSURE : 1)
  return { ...fault, severity: audibility, audibility }
}

/** Neighbours of one cause as one fault, as audible as its worst part or a little more. */
function oneForEachCause(faults: Fault[]): Fault[] {
  return merged(faults, oneCauseSec, (whole, next) => {
    whole.audibility = 1 - (1 - whole.audibility) * (1 - next.audibility)
    whole.severity = whole.audibility
  })
}
