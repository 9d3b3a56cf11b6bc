import type { SpeechPresence } from '../../speech/speech-presence.js'
import type { Track } from '../../speech/track.js'
import { declarations } from './detectors/declared.js'
import type { About } from './detectors/detector.js'
import { openers } from './detectors/listeners.js'
import type { AllMeasures } from './detectors/weighed.js'
import { eachSection } from './front-end/section.js'
import type { Fault } from './issue.js'
import type { QualityListenOptions } from './listen-options.js'

/** All that is found in one file, by every detector: what was not asked for is left out by the judge. */
export interface QualityFindings {
  presence: SpeechPresence
  /** As the detectors found them: one cause may be in here several times. */
  faults: Fault[]
  durationSec: number
  speechSec: number
  /** By the names of the detectors that measure. */
  measures: AllMeasures
}

export async function listenForQuality(
  track: Track,
  { reading }: QualityListenOptions,
): Promise<QualityFindings> {
  const { format } = await track.decoded()
  const { speech, speechSec } = await track.voiceActivity()
  const about: About = { ...format, speech, track }
  const open = declarations
    .filter(({ name, needsTranscript }) => !needsTranscript || reading.includes(name))
    .map(({ name }) => ({ name, detector: openers[name](about) }))
  await eachSection(track, (section) => {
    for (const { detector } of open) detector.listen?.(section)
  })
  const presence = await track.presence()
  const found = await Promise.all(
    open.map(async ({ name, detector }) => ({ name, ...(await detector.result()) })),
  )
  const measures = found
    .filter(({ measures }) => measures !== null)
    .map(({ name, measures }) => [name, measures])
  return {
    presence,
    faults: found.flatMap(({ faults }) => faults),
    durationSec: about.durationSec,
    speechSec,
    measures: Object.fromEntries(measures) as AllMeasures,
  }
}
