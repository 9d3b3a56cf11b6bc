// Short losses of signal: runs of zeros, lost packets, sudden drops of level.
import { isSpoken, placeFor } from '../places.js'
import {
  between,
  type Plantation,
  type Planter,
  type Planting,
  type Range,
  type Site,
  type Strength,
} from '../planter.js'

/** A gap of 10 ms in a vowel sounds like roughness, one of 30 ms like a break, one of 60 ms like a missing sound. */
const ZERO_SEC: Record<Strength, Range> = { just: [0.01, 0.015], clear: [0.025, 0.04], gross: [0.05, 0.08] }
/** Longer runs of zeros may be called silence too. */
const ALSO_SILENCE_FROM_SEC = 0.06

/** Frames of 20 ms are what most codecs send (RFC 3551 4.2). */
const PACKET_SEC = 0.02
/** Of how many packets in a row how many get lost: one is hidden well by repeating the last, half of them are not. */
const LOSSES: Record<Strength, { lost: Range; of: number }> = {
  just: { lost: [1, 2], of: 6 },
  clear: { lost: [3, 5], of: 10 },
  gross: { lost: [7, 10], of: 15 },
}

/** A drop of 12 dB in the middle of a word halves the loudness and more; one of 30 dB takes it away. */
const DROP_DB: Record<Strength, Range> = { just: [12, 14], clear: [18, 24], gross: [28, 34] }
const DROP_SEC: Record<Strength, Range> = { just: [0.1, 0.15], clear: [0.2, 0.5], gross: [0.4, 0.8] }
const DROP_EDGE_SEC = 0.003

/** A loss in a pause is none: most of the place must be loud. */
const LOUD_SHARE = 0.8
const LOUD_WITHIN_DB = 12

function loudPlace(site: Site, lengthSec: number, share = LOUD_SHARE) {
  return placeFor(site, lengthSec, site.speech, isSpoken(site, share, LOUD_WITHIN_DB))
}

const zeros: Planter = (site, strength) => {
  const lengthSec = between(site.random, ZERO_SEC[strength])
  const place = loudPlace(site, lengthSec, 1)
  if (!place) return null
  const out = site.samples.slice().fill(0, place.from, place.to)
  return planted(site, out, 'zeros', place, lengthSec >= ALSO_SILENCE_FROM_SEC)
}

const packetLoss: Planter = (site, strength) => {
  const { samples, sampleRateHz, random } = site
  const { lost, of } = LOSSES[strength]
  const place = loudPlace(site, of * PACKET_SEC)
  if (!place) return null
  const packet = Math.round(PACKET_SEC * sampleRateHz)
  const isRepeated = random() < 0.5
  const wanted = Math.round(between(random, lost))
  const dropped = new Set<number>()
  while (dropped.size < wanted) dropped.add(Math.floor(random() * of))
  const out = samples.slice()
  for (const index of [...dropped].sort((a, b) => a - b)) {
    const from = place.from + index * packet
    if (isRepeated && from >= packet) out.copyWithin(from, from - packet, from)
    else out.fill(0, from, from + packet)
  }
  return planted(site, out, isRepeated ? 'packets-repeated' : 'packets-zero', {
    from: place.from + Math.min(...dropped) * packet,
    to: place.from + (Math.max(...dropped) + 1) * packet,
  })
}

const levelDrop: Planter = (site, strength) => {
  const { samples, sampleRateHz, random } = site
  const place = loudPlace(site, between(random, DROP_SEC[strength]), 0.7)
  if (!place) return null
  const gain = 10 ** (-between(random, DROP_DB[strength]) / 20)
  const edge = Math.round(DROP_EDGE_SEC * sampleRateHz)
  const out = samples.slice()
  for (let n = place.from; n < place.to; n++) {
    const share = Math.min(1, (n - place.from) / edge, (place.to - 1 - n) / edge)
    out[n] *= 1 - share * (1 - gain)
  }
  return planted(site, out, 'level-drop', place)
}

function planted(
  { sampleRateHz }: Site,
  samples: Float32Array,
  variant: string,
  { from, to }: { from: number; to: number },
  alsoSilence = false,
): Plantation {
  return {
    samples,
    planted: [
      {
        type: 'dropout',
        variant,
        startSec: from / sampleRateHz,
        endSec: to / sampleRateHz,
        ...(alsoSilence ? { alsoTypes: ['silence'] } : {}),
      },
    ],
  }
}

export const planting: Planting = {
  planters: {
    zeros,
    packets: packetLoss,
    'level-drop': levelDrop,
  },
  keepsTimes: 'all',
  toleranceSec: 0.06,
}
