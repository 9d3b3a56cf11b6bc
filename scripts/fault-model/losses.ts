// Losses of signal: more kinds, depths and lengths than eval/plant plants, so that what is learnt is not how that plants.
import { isSpoken, placeFor } from '../../eval/plant/places.js'
import { between, betweenLog, oneOf, type Site } from '../../eval/plant/planter.js'
import { normal } from './noise.js'

/** Where losses are planted at least half is louder than this against the speech: a loss of silence is none. */
const LOUD_WITHIN_DB = 16
const LOUD_SHARE = 0.5
/** Shallower or shorter than this it may be called either. */
const SURE_DB = 12
const SHORT_SEC = 0.06
const SURE_SHORT_DB = 18
const TURNED_DOWN_SHARE = 0.55
const HOLE_SHARE = 0.25
const PACKETS_SEC = [0.01, 0.02, 0.02, 0.02, 0.03, 0.04]

export interface Loss {
  samples: Float32Array
  /** Samples that are lost, and from the first to the last of them. */
  lost: { from: number; to: number }[]
  from: number
  to: number
  isSure: boolean
}

/** One loss; null where the speech has no place for it. `speechDb`: its level. */
export function withLoss(site: Site, speechDb: number): Loss | null {
  const { samples, sampleRateHz, random } = site
  const kind = random()
  const isTurnedDown = kind < TURNED_DOWN_SHARE
  const isHole = !isTurnedDown && kind < TURNED_DOWN_SHARE + HOLE_SHARE
  const lengthSec = isTurnedDown
    ? betweenLog(random, [0.05, 1])
    : isHole
      ? betweenLog(random, [0.01, 0.3])
      : between(random, [0.08, 0.4])
  const within = [{ startSec: 0.05, endSec: samples.length / sampleRateHz - 0.05 }]
  const place = placeFor(site, lengthSec, within, isSpoken(site, LOUD_SHARE, LOUD_WITHIN_DB))
  if (!place) return null
  return isTurnedDown || isHole ? dropped(site, place, isTurnedDown, speechDb) : packetsLost(site, place)
}

interface Place {
  from: number
  to: number
}

function dropped(site: Site, { from, to }: Place, isTurnedDown: boolean, speechDb: number): Loss {
  const { samples, sampleRateHz, random } = site
  const dropDb = isTurnedDown ? between(random, [9, 40]) : 200
  const gain = 10 ** (-dropDb / 20)
  const draw = random()
  const edgeSec = draw < 0.25 ? 0 : between(random, draw < 0.8 ? [0.001, 0.005] : [0.005, 0.015])
  const edge = Math.max(1, Math.min(edgeSec * sampleRateHz, (to - from) / 4))
  const noise = !isTurnedDown && random() < 0.5 ? 10 ** ((speechDb - between(random, [40, 75])) / 20) : 0
  const out = samples.slice()
  for (let n = from; n < to; n++) {
    const share = Math.min(1, (n - from + 1) / edge, (to - n) / edge)
    out[n] = out[n] * (1 - share * (1 - gain)) + share * noise * normal(random)
  }
  const isSure = dropDb >= ((to - from) / sampleRateHz < SHORT_SEC ? SURE_SHORT_DB : SURE_DB)
  return { samples: out, lost: [{ from, to }], from, to, isSure }
}

function packetsLost({ samples, sampleRateHz, random }: Site, { from, to }: Place): Loss | null {
  const packet = Math.round(oneOf(random, PACKETS_SEC) * sampleRateHz)
  const share = between(random, [0.3, 0.7])
  // What hides a loss: the packet before once more, softer.
  const left = random() < 0.7 ? 0 : between(random, [0.05, 0.3])
  const out = samples.slice()
  const lost: Place[] = []
  for (let at = from; at + packet <= to; at += packet) {
    if (random() > share) continue
    for (let n = at; n < at + packet; n++) out[n] = n >= packet ? left * out[n - packet] : 0
    lost.push({ from: at, to: at + packet })
  }
  if (lost.length === 0) return null
  return { samples: out, lost, from: lost[0].from, to: lost[lost.length - 1].to, isSure: true }
}
