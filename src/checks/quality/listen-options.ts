import { declarations, type QualityCheckName } from './detectors/declared.js'

export type QualityListenOptions = {
  /** The detectors that read the transcript and are switched on. The others do without it and always listen. */
  reading: QualityCheckName[]
}

export function qualityListenOptions(
  asked: Readonly<Record<QualityCheckName, boolean>>,
): QualityListenOptions {
  const reading = declarations.filter(({ needsTranscript }) => needsTranscript).map(({ name }) => name)
  return { reading: reading.filter((name) => asked[name]) }
}
