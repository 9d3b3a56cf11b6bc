// Whose voice each file should have, and how each voice should sound.
import { pairsIn } from './file-pairs.js'
import { audioNamed } from './gather.js'
import type { PlannedFile, PlannedReference } from './planned.js'

/** As the service takes it; see src/audit/request.ts. */
export const LONGEST_VOICE_NAME = 100

/** By file name; a file without a voice is judged with the others that have none. */
export function castOf(files: PlannedFile[]): Record<string, string> {
  return Object.fromEntries(
    files.flatMap(({ name, voice }) => (voice.trim() === '' ? [] : [[name, voice.trim()]])),
  )
}

/** The voices that were named so far, once each. */
export function voicesIn(files: PlannedFile[], references: PlannedReference[]): string[] {
  const all = [...files, ...references].map(({ voice }) => voice.trim()).filter((voice) => voice !== '')
  return [...new Set(all)].sort()
}

/** A new recording is taken for the voice that it is called after. */
export function referenceOf(file: File): PlannedReference {
  return { file, voice: file.name.replace(/\.[^.]*$/, '').slice(0, LONGEST_VOICE_NAME) }
}

export interface ReadCast {
  files: PlannedFile[]
  /** What could not be used, in words. */
  faults: string[]
}

/** The files with the voices that a JSON or CSV file names for them. */
export async function withCast(files: PlannedFile[], from: File): Promise<ReadCast> {
  const read = pairsIn(from.name, await from.text(), 'voice')
  if (typeof read === 'string') return { files, faults: [`${from.name}: ${read}`] }
  const voices = new Map<string, string>()
  const faults: string[] = []
  for (const [name, voice] of read) {
    const named = audioNamed(files, name)
    if (named) voices.set(named.path, voice)
    else faults.push(`${from.name}: there is no audio file called "${name}".`)
  }
  return { files: files.map((file) => ({ ...file, voice: voices.get(file.path) ?? file.voice })), faults }
}

interface CastPlan {
  checks: { comparison: boolean }
  hasCast: boolean
  references: PlannedReference[]
}

/** What stands in the way of judging the voices as planned, in words. */
export function castObstacles(plan: CastPlan, files: PlannedFile[]): string[] {
  if (!plan.checks.comparison) return []
  const isUnnamed = plan.hasCast && Object.keys(castOf(files)).length === 0
  const unnamed = 'Name the voice of at least one file, or say that all files have one voice.'
  return [...(isUnnamed ? [unnamed] : []), ...referenceObstacles(plan)]
}

/** What stands in the way of comparing with the reference recordings, in words. */
export function referenceObstacles({ checks, hasCast, references }: CastPlan): string[] {
  if (!checks.comparison) return []
  const found: string[] = []
  const voices = references.map(({ voice }) => voice.trim())
  if (voices.includes('')) found.push('Name the voice of each reference recording.')
  for (const voice of new Set(voices.filter((each, at) => each !== '' && voices.indexOf(each) !== at)))
    found.push(`There are two reference recordings of "${voice}": keep one of them.`)
  if (!hasCast && references.length > 1)
    found.push(
      'There are several reference recordings: say which file should have which voice, or keep one of them.',
    )
  return found
}
