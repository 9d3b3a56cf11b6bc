// What is found in a golden file, coarsely: only what nobody's machine changes by itself.
import { createHash } from 'node:crypto'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { canonicalJson, checkIdentity } from '../../src/audit/findings-cache.js'
import { type CheckName, checkNames, defaultOptions, type Json } from '../../src/checks/check.js'
import type { ComparisonFindings } from '../../src/checks/comparison/listen.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'
import { checks } from '../../src/checks/registry.js'
import type { ScriptFindings } from '../../src/checks/script-accuracy/listen.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import { Track } from '../../src/speech/track.js'
import { type TrackPart, trackIdentity, trackParts } from '../../src/speech/track-identity.js'
import { type GoldenFile, goldenFiles } from './files.js'

/** What has a version of its own. */
export type Versioned = TrackPart | CheckName
export const versioned: readonly Versioned[] = [...trackParts, ...checkNames]

/** A list of words, of stretches with what they are, or figures by name. */
export type Coarse =
  | { words: string[] }
  | { stretches: Stretch[] }
  | { figures: Record<string, number | string | null> }
export interface Stretch {
  what: string
  startSec: number
  endSec: number
  /** How audible; 1 where that is not asked. */
  strength: number
}

export interface Golden {
  /** Of each thing, what its identity was. */
  identities: Record<Versioned, string>
  /** By file, then by what it is that was found. */
  findings: Record<string, Partial<Record<Versioned, Coarse[]>>>
}

const MODEL = 'base'

export async function goldenFindings(models: OpenModels): Promise<Golden> {
  const findings: Golden['findings'] = {}
  const prints = new Map<string, Float32Array>()
  for (const file of await goldenFiles()) {
    const track = new Track(bytesInMemory(file.bytes), models)
    findings[file.name] = { ...(await partsOf(track, file.name, prints)), ...(await checksOf(track, file)) }
  }
  return { identities: identities(), findings }
}

function identities(): Golden['identities'] {
  const hashed = (identity: Json) =>
    createHash('sha256').update(canonicalJson(identity)).digest('hex').slice(0, 16)
  return Object.fromEntries([
    ...trackParts.map((part) => [part, hashed(trackIdentity([part], MODEL) as unknown as Json)]),
    ...checkNames.map((name) => [name, hashed(checkIdentity(checks[name]!, MODEL))]),
  ]) as Golden['identities']
}

async function partsOf(
  track: Track,
  name: string,
  prints: Map<string, Float32Array>,
): Promise<Partial<Record<TrackPart, Coarse[]>>> {
  const { format, loudness } = await track.decoded()
  const { speech } = await track.voiceActivity()
  const { words } = await track.transcript()
  const print = await track.voicePrint()
  if (print) prints.set(name, print)
  return {
    sound: [{ figures: { durationSec: format.durationSec, loudnessDb: loudness.integratedLufs } }],
    voiceActivity: [
      {
        stretches: speech.map(({ startSec, endSec }) => ({ what: 'speech', startSec, endSec, strength: 1 })),
      },
    ],
    presence: [{ figures: { presence: await track.presence() } }],
    transcript: [
      { words: words.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '')) },
      { figures: { firstWordSec: words[0]?.startSec ?? null, lastWordEndSec: words.at(-1)?.endSec ?? null } },
    ],
    voicePrint: [{ figures: print ? similarities(print, prints) : {} }],
  }
}

/** To the files before it. */
function similarities(print: Float32Array, prints: Map<string, Float32Array>): Record<string, number> {
  const near = [...prints].slice(0, 3).map(([name, other]) => [`similarityTo ${name}`, cosine(print, other)])
  return Object.fromEntries(near)
}

function cosine(one: Float32Array, other: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, each, n) => sum + each * b[n], 0)
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))
}

async function checksOf(track: Track, { script }: GoldenFile): Promise<Partial<Record<CheckName, Coarse[]>>> {
  const listen = async (name: CheckName) => {
    const check = checks[name]!
    return check.listen(track, check.listenOptions(defaultOptions, script))
  }
  return {
    comparison: comparisonOf((await listen('comparison')) as ComparisonFindings),
    quality: qualityOf((await listen('quality')) as QualityFindings),
    pace: paceOf((await listen('pace')) as PaceFindings),
    ...(script !== undefined && {
      scriptAccuracy: scriptOf((await listen('scriptAccuracy')) as ScriptFindings),
    }),
  }
}

function comparisonOf(findings: ComparisonFindings): Coarse[] {
  const { presence, voice, overlaps, recording, loudnessLufs, levels, phraseEnds, pitches } = findings
  return [
    {
      figures: {
        presence,
        voices: voice ? Object.keys(voice.views).join() : null,
        overlaps: overlaps.length,
        loudnessDb: loudnessLufs,
        bandwidthHz: recording?.bandwidthHz ?? null,
        firstLevelDb: levels[0]?.levelDb ?? null,
        lastWordsDb: phraseEnds.at(-1)?.levelDb ?? null,
        firstPitchSemitones: pitches[0]?.semitones ?? null,
      },
    },
  ]
}

export function qualityOf({ presence, faults, measures }: QualityFindings): Coarse[] {
  const { snr, clipping, bandwidth } = measures
  return [
    {
      stretches: faults.map(({ type, startSec, endSec, audibility, isStep }) => ({
        what: isStep ? `${type}, a step` : type,
        startSec,
        endSec,
        strength: audibility,
      })),
    },
    {
      figures: {
        presence,
        snrDb: snr.snrDb,
        modulatedSnrDb: snr.modulatedSnrDb,
        clipPercentage: clipping.clipPercentage,
        cutoffHz: bandwidth.cutoffHz,
        spectralCentroidHz: bandwidth.spectralCentroidHz,
      },
    },
  ]
}

function paceOf(findings: PaceFindings): Coarse[] {
  const { presence, wordCount, speechSec, longestPauseSec, typicalSec, parts } = findings
  return [
    {
      figures: {
        presence,
        wordCount,
        speechSec,
        longestPauseSec,
        typicalSec,
        firstPartSec: parts[0]?.typicalSec ?? null,
      },
    },
  ]
}

function scriptOf(findings: ScriptFindings): Coarse[] {
  const { presence, referenceWords, matchedWords, differences, repetitions, truncated, tags } = findings
  return [
    {
      figures: {
        presence,
        referenceWords,
        matchedWords,
        differenceCount: differences.length,
        repetitionCount: repetitions.length,
        tagCount: tags.found,
        truncated: String(truncated),
      },
    },
  ]
}
