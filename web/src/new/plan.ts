// What is about to be asked of the service.
import type { CheckName } from '../api/audit.js'
import { subChecks } from '../derived/quality.js'
import { counted } from '../parts/numbers.js'
import { castObstacles, castOf } from './cast.js'
import type { PlannedFile, PlannedReference } from './planned.js'

export { subChecks }
export type SubCheck = keyof typeof subChecks

export interface Plan {
  checks: Record<CheckName, boolean>
  /** Somebody has ticked or unticked the script check; until then it goes by whether there are scripts. */
  isScriptChosen: boolean
  subChecks: Record<SubCheck, boolean>
  accuracy: 'standard' | 'high' | 'highest'
  deviationThreshold: number
  forceFresh: boolean
  /** Each file has a voice of its own; without it all files should have one. */
  hasCast: boolean
  references: PlannedReference[]
}

export const usualPlan: Plan = {
  checks: { comparison: true, quality: true, pace: true, scriptAccuracy: false },
  isScriptChosen: false,
  subChecks: Object.fromEntries(Object.keys(subChecks).map((name) => [name, true])) as Plan['subChecks'],
  accuracy: 'standard',
  deviationThreshold: 0.15,
  forceFresh: false,
  hasCast: false,
  references: [],
}

/** Without scripts there is little to check against them, and nobody should pay for it unasked. */
export function withScriptCheck(plan: Plan, files: PlannedFile[]): Plan {
  if (plan.isScriptChosen) return plan
  const scriptAccuracy = files.some(({ script }) => script.trim() !== '')
  return { ...plan, checks: { ...plan.checks, scriptAccuracy } }
}

export function chosenChecks({ checks }: Plan): CheckName[] {
  return (Object.keys(checks) as CheckName[]).filter((name) => checks[name])
}

/** Nothing else listens to them. */
function sentReferences({ checks, references }: Plan): PlannedReference[] {
  return checks.comparison ? references : []
}

/** Recordings that are sent and paid for; a voice that is kept is neither. */
export function sentRecordings(plan: Plan): File[] {
  return sentReferences(plan).flatMap((each) => ('file' in each ? [each.file] : []))
}

/** In credits, at most: what is cached costs less. */
export function mostCredits(plan: Plan, files: number): number {
  return chosenChecks(plan).length * files + sentRecordings(plan).length
}

/** What stands in the way of sending, in words. */
export function obstacles(
  plan: Plan,
  files: PlannedFile[],
  limits: { mostFiles: number; mostUploadMb: number; cachedPrice: number; credits: number },
): string[] {
  const found: string[] = []
  const checks = chosenChecks(plan)
  const sent = [...files.map(({ file }) => file), ...sentRecordings(plan)]
  const megabytes = sent.reduce((sum, { size }) => sum + size, 0) / 2 ** 20
  if (files.length === 0) found.push('Add audio files first.')
  if (checks.length === 0) found.push('Choose at least one check.')
  if (files.length === 1 && (plan.checks.comparison || plan.checks.pace))
    found.push('Voice and pace are compared between files: add a second file, or turn these checks off.')
  if (files.length > limits.mostFiles)
    found.push(`An audit takes at most ${counted(limits.mostFiles, 'file')}; you have added ${files.length}.`)
  if (megabytes > limits.mostUploadMb)
    found.push(
      `An audit takes at most ${limits.mostUploadMb} MB; these files are ${Math.ceil(megabytes)} MB together.`,
    )
  const leastCredits = mostCredits(plan, files.length) * (plan.forceFresh ? 1 : limits.cachedPrice)
  if (leastCredits > limits.credits)
    found.push(
      `You have ${counted(limits.credits, 'credit')}, which is not enough. Choose fewer files or checks, or get more credits.`,
    )
  found.push(...castObstacles(plan, files))
  const empty = files.filter(({ file }) => file.size === 0)
  for (const { name } of empty) found.push(`${name} is empty: remove it or export it again.`)
  return found
}

export function formOf(plan: Plan, files: PlannedFile[]): { query: string; form: FormData } {
  const query = new URLSearchParams(Object.entries(plan.checks).map(([name, isOn]) => [name, String(isOn)]))
  if (plan.forceFresh) query.set('forceFresh', 'true')
  const form = new FormData()
  form.set('accuracy', plan.accuracy)
  form.set('deviationThreshold', String(plan.deviationThreshold))
  const off = Object.entries(plan.subChecks).filter(([, isOn]) => !isOn)
  if (plan.checks.quality && off.length > 0)
    form.set('qualityChecks', JSON.stringify(Object.fromEntries(off)))
  const scripts = files.filter(({ script }) => script.trim() !== '').map(({ name, script }) => [name, script])
  if (plan.checks.scriptAccuracy && scripts.length > 0)
    form.set('scripts', JSON.stringify(Object.fromEntries(scripts)))
  if (plan.hasCast) form.set('voices', JSON.stringify(castOf(files)))
  const named = new Map<string, string[]>()
  for (const [at, reference] of sentReferences(plan).entries()) {
    const voice = reference.voice.trim()
    named.set(voice, [...(named.get(voice) ?? []), sentName(reference, at)])
    if ('file' in reference) form.append('references', reference.file, sentName(reference, at))
  }
  if (named.size > 0) form.set('referenceVoices', JSON.stringify(Object.fromEntries(named)))
  for (const { name, file } of files) form.append('files', file, name)
  return { query: query.toString(), form }
}

/** Recordings are numbered: two may be of one name, and a kept voice is called as it is. */
function sentName(reference: PlannedReference, at: number): string {
  return 'file' in reference ? `${at + 1} ${reference.file.name}` : reference.keptName
}
