// Whose voice each file should have, and how each voice should sound.
import { pairsIn } from './file-pairs.js'
import { audioNamed } from './gather.js'
import type { PlannedFile, PlannedReference, ReferenceSource } from './planned.js'

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

/** A new reference is taken for the voice that it is called after. */
export function referenceOf(source: ReferenceSource): PlannedReference {
  if ('keptName' in source) return { ...source, voice: source.keptName }
  return { ...source, voice: source.file.name.replace(/\.[^.]*$/, '').slice(0, LONGEST_VOICE_NAME) }
}

/** As the caller knows it: the name of the file, or of the voice that is kept. */
export function nameOf(source: ReferenceSource): string {
  return 'file' in source ? source.file.name : source.keptName
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

/** What stands in the way of comparing with the references, in words. */
export function referenceObstacles({ checks, hasCast, references }: CastPlan): string[] {
  if (!checks.comparison) return []
  const found: string[] = []
  const voices = references.map(({ voice }) => voice.trim())
  if (voices.includes('')) found.push('Name the voice of each reference.')
  const kept = references.flatMap((each) => ('keptName' in each ? [each.keptName] : []))
  for (const name of new Set(kept.filter((each, at) => kept.indexOf(each) !== at)))
    found.push(`The kept voice "${name}" is there twice: remove one of the two.`)
  if (!hasCast && new Set(voices).size > 1)
    found.push(
      'There are references of several voices: say which file should have which, or give them all one name.',
    )
  return found
}
