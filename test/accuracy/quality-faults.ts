// Faults of sound, planted into clean speech: each kind, clear and gross, in the same places every time.
import { plant } from '../../eval/plant/plant.js'
import type { Planted } from '../../eval/plant/planter.js'
import { plantings } from '../../eval/plant/planters/all.js'
import { falseIssues, isNoticed, matchIssues } from '../../eval/sections/quality-match.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { type IssueType, issueTypes } from '../../src/checks/quality/issue.js'
import { addTo, type Counts } from './count.js'
import type { Listening, SoundFile } from './listening.js'
import type { SpokenClip } from './spoken-clip.js'

/**
 * Gross faults are what a detector must not lose: with 24 of 24 found today, one that lost a third is told apart from one
 * that did not; see `fewestFound`. Garble needs a transcript, which costs five times everything else.
 */
const FILES = { gross: 24, clear: 12 }
const GARBLED_FILES = { gross: 16, clear: 8 }
const STRENGTHS = ['gross', 'clear'] as const
type Strength = (typeof STRENGTHS)[number]

const rowOf = (kind: IssueType, strength: Strength) => `${kind}, ${strength}`
/** Of every kind that there is a detector for. */
export const faultRows = issueTypes.flatMap((kind) => STRENGTHS.map((strength) => rowOf(kind, strength)))

interface PlantedFile extends SoundFile {
  kind: IssueType
  strength: Strength
  planted: Planted[]
}

/** What was planted is found when it is heard where it was planted; and no fault is heard that nobody planted. */
export async function heardFaults(listening: Listening, clips: SpokenClip[]): Promise<Counts> {
  const files = issueTypes.flatMap((kind) =>
    STRENGTHS.flatMap((strength) => plantedFiles(kind, strength, clips)),
  )
  const counts: Counts = new Map()
  for (const garble of [false, true]) {
    const these = files.filter(({ kind }) => (kind === 'garble') === garble)
    const { checks } = await listening.audit(these, { checks: ['quality'], qualityChecks: { garble } })
    for (const [at, { issues }] of checks.quality!.tracks.entries()) {
      const { name, kind, strength, planted } = these[at]
      for (const match of matchIssues(planted, issues))
        addTo(counts, rowOf(kind, strength), name, match.issues.some(isNoticed))
      const others = falseIssues(planted, issues).filter(isNoticed)
      addTo(counts, 'nothing else', `${name}: ${others.map(({ type }) => type)}`, others.length === 0)
    }
  }
  return counts
}

function plantedFiles(kind: IssueType, strength: Strength, clips: SpokenClip[]): PlantedFile[] {
  const variants = Object.keys(plantings[kind].planters)
  const files: PlantedFile[] = []
  const wanted = (kind === 'garble' ? GARBLED_FILES : FILES)[strength]
  // Every clip gets another variant each time that it comes round; not every one has a place for every variant.
  for (let turn = 0; files.length < wanted && turn < 4 * wanted; turn++) {
    const clip = clips[turn % clips.length]
    const variant = variants[(turn + Math.floor(turn / clips.length)) % variants.length]
    const made = plant(
      kind,
      strength,
      clip.samples,
      clip.sampleRateHz,
      seededRandom(stableHash(`${kind} ${strength} ${turn}`)),
      { speech: clip.speech, variant, otherVoice: someoneElse(clip, clips) },
    )
    const name = `${kind}-${variant}-${strength}-${turn}-${clip.voice}`
    if (made) files.push({ ...made, name, sampleRateHz: clip.sampleRateHz, kind, strength })
  }
  return files
}

function someoneElse({ voice, sampleRateHz }: SpokenClip, clips: SpokenClip[]): Float32Array | undefined {
  return clips.find((clip) => clip.voice !== voice && clip.sampleRateHz === sampleRateHz)?.samples
}
