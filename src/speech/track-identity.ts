// Identifies a state of the listening code: findings of another state are stale.
import { DECODE_VERSION } from '../audio/decode.js'
import { alignerNames, type ModelName, type PublishedName, sha256Of, whisperNames } from './models.js'
import { asksWhisper, moonshineSizeOf, type TranscriberModel } from './speech-data.js'

/** What a track can be asked for. */
export const trackParts = ['sound', 'voiceActivity', 'presence', 'transcript', 'voicePrint'] as const
export type TrackPart = (typeof trackParts)[number]

/** A model, by the file that tells it from others. */
export type IdentifyingName = ModelName | PublishedName

interface Making {
  /** Raise it when the same file gives something else: findings kept from before are stale then. */
  version: number
  /** Of graphs that the build makes, what they are made of. */
  models: (model: TranscriberModel) => IdentifyingName[]
  /** What it is made of. */
  of: TrackPart[]
}

const making: Record<TrackPart, Making> = {
  sound: { version: DECODE_VERSION, models: () => [], of: [] },
  voiceActivity: {
    version: 2,
    models: () => ['voiceActivity', 'voiceActivityGraph'],
    of: ['sound'],
  },
  // In doubt whether anybody speaks, words are listened for.
  presence: { version: 3, models: () => [], of: ['voiceActivity', 'transcript'] },
  transcript: {
    version: 3,
    models: (model) => [
      `${moonshineSizeOf(model)}Encoder`,
      `${moonshineSizeOf(model)}Decoder`,
      ...alignerNames,
      ...(asksWhisper(model) ? whisperNames : []),
    ],
    of: ['voiceActivity'],
  },
  voicePrint: {
    version: 3,
    models: () => ['voicePrint', 'voicePrintWhitening'],
    of: ['voiceActivity'],
  },
}

/** Raise it when the second recogniser gives something else, is asked about other pieces, or its words are taken where they were not. */
const SECOND_READING_VERSION = 1

export interface TrackIdentity {
  versions: Partial<Record<TrackPart | 'secondReading', number>>
  /** sha256 by name. */
  models: Partial<Record<IdentifyingName, string>>
}

/** Versions and models of the parts asked for and of all that these are made of. */
export function trackIdentity(asked: readonly TrackPart[], model: TranscriberModel): TrackIdentity {
  const parts = new Set<TrackPart>()
  const add = (part: TrackPart) => {
    if (parts.has(part)) return
    parts.add(part)
    making[part].of.forEach(add)
  }
  asked.forEach(add)
  return {
    versions: {
      ...Object.fromEntries([...parts].map((part) => [part, making[part].version])),
      ...(parts.has('transcript') && asksWhisper(model) && { secondReading: SECOND_READING_VERSION }),
    },
    models: modelHashes([...parts].flatMap((part) => making[part].models(model))),
  }
}

export function modelHashes(names: readonly IdentifyingName[]): Partial<Record<IdentifyingName, string>> {
  return Object.fromEntries(names.map((name) => [name, sha256Of(name)]))
}
