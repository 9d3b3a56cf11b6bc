import type { SpeechPresence } from '../../speech/speech-presence.js'
import type { Track } from '../../speech/track.js'
import { openBandwidth } from './detectors/bandwidth/listener.js'
import { openClicks } from './detectors/clicks/listener.js'
import { openClipping } from './detectors/clipping/listener.js'
import type { About, OpenSubCheck } from './detectors/detector.js'
import { openDropouts } from './detectors/dropouts/listener.js'
import { hearGarble } from './detectors/garble/listener.js'
import { openHum } from './detectors/hum/listener.js'
import { openSilenceGaps } from './detectors/silenceGaps/listener.js'
import { openSnr } from './detectors/snr/listener.js'
import { openStaticNoise } from './detectors/staticNoise/listener.js'
import { openTruncation } from './detectors/truncation/listener.js'
import { eachSection } from './front-end/section.js'
import type { Fault } from './issue.js'

/** All that is heard in one file, every sub-check included: what was not asked for is left out by the judge. */
export interface QualityFindings {
  presence: SpeechPresence
  /** As the sub-checks heard them: one cause may be in here several times. */
  faults: Fault[]
  durationSec: number
  speechSec: number
  /** Null without speech. */
  snrDb: number | null
  /** Speech over noise that comes and goes with it; null with too little speech. */
  modulatedSnrDb: number | null
  clipping: { clipCount: number; clipPercentage: number }
  bandwidth: { cutoffHz: number | null; spectralCentroidHz: number; bandwidthRatio: number }
}

export type QualityListenOptions = {
  /** Garbled speech takes the transcript, which the rest does without. */
  garble: boolean
}

/** Those that find faults and measure nothing else. */
const faultFinders: OpenSubCheck[] = [
  openClicks,
  openDropouts,
  openHum,
  openSilenceGaps,
  openStaticNoise,
  openTruncation,
]

export async function listenForQuality(
  track: Track,
  { garble }: QualityListenOptions,
): Promise<QualityFindings> {
  const { format } = await track.decoded()
  const { speech, speechSec } = await track.voiceActivity()
  const about: About = { ...format, speech }
  const snr = openSnr(about)
  const bandwidth = openBandwidth(about)
  const clipping = openClipping(about)
  const finders = faultFinders.map((open) => open(about))
  const all = [snr, bandwidth, clipping, ...finders]
  await eachSection(track, (section) => {
    for (const subCheck of all) subCheck.hear(section)
  })
  const presence = await track.presence()
  const clipped = await clipping.result()
  const found = await Promise.all(finders.map((finder) => finder.result()))
  return {
    presence,
    faults: [
      ...clipped.faults,
      ...found.flatMap(({ faults }) => faults),
      ...(garble && presence === 'speech' ? await hearGarble(track) : []),
    ],
    durationSec: about.durationSec,
    speechSec,
    ...(await snr.result()).measures,
    clipping: clipped.measures,
    bandwidth: (await bandwidth.result()).measures,
  }
}
