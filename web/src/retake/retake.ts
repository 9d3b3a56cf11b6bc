// A batch again, with some of its files made anew: the others come from the audit that they were in.
import type { Audit } from '../api/audit.js'
import { referenceOf } from '../new/cast.js'
import type { GatheredFile } from '../new/gather.js'
import { chosenChecks, mostCredits, type Plan, type SubCheck, usualPlan } from '../new/plan.js'
import type { PlannedFile, PlannedReference, ReferenceSource } from '../new/planned.js'

/** Browsers keep six connections to a host, and the page needs one itself. */
const FETCHED_AT_ONCE = 4

export interface Matched {
  /** New files by the place of the old one in the batch. */
  byIndex: ReadonlyMap<number, GatheredFile>
  /** Names that no file of the audit has. */
  strangers: string[]
}

/** By name; in another format too, where that leaves no doubt. */
export function matchedFiles(fileNames: string[], gathered: GatheredFile[]): Matched {
  const byIndex = new Map<number, GatheredFile>()
  const strangers: string[] = []
  for (const file of gathered) {
    const name = bareName(file)
    const alike = fileNames.flatMap((known, index) => (stem(known) === stem(name) ? [index] : []))
    const exact = fileNames.indexOf(name)
    const index = exact !== -1 ? exact : alike.length === 1 ? alike[0] : undefined
    if (index === undefined) strangers.push(name)
    else byIndex.set(index, file)
  }
  return { byIndex, strangers }
}

const bareName = ({ path }: GatheredFile) => path.slice(path.lastIndexOf('/') + 1)
const stem = (name: string) => name.replace(/\.[^.]*$/, '')

/** The same checks as the first time, with the same parts of them. */
export function planOf({ selectedAnalyses, accuracy, deviationThreshold, checks }: Audit): Plan {
  // Audits of older versions do not tell: all count again.
  const off = checks.quality?.disabledChecks ?? []
  const isOn = (name: (typeof selectedAnalyses)[number]) => selectedAnalyses.includes(name)
  return {
    ...usualPlan,
    checks: {
      comparison: isOn('comparison'),
      quality: isOn('quality'),
      pace: isOn('pace'),
      scriptAccuracy: isOn('scriptAccuracy'),
    },
    isScriptChosen: true,
    subChecks: Object.fromEntries(
      Object.keys(usualPlan.subChecks).map((name) => [name, !off.includes(name)]),
    ) as Record<SubCheck, boolean>,
    accuracy,
    deviationThreshold: deviationThreshold ?? usualPlan.deviationThreshold,
    // Who should speak in which file, where the first audit was told.
    hasCast: checks.comparison?.tracks.some(({ voice }) => voice != null) ?? false,
  }
}

/** In credits, at most: files that the audit had are cached. */
export function retakeCredits(plan: Plan, newFiles: number, oldFiles: number, cachedPrice: number): number {
  return Number((mostCredits(plan, newFiles) + cachedPrice * chosenChecks(plan).length * oldFiles).toFixed(3))
}

/** Voices that the first audit held against a recording, which it did not keep. */
export function referencedVoices({ checks }: Audit): string[] {
  return (checks.comparison?.cast ?? []).flatMap(({ voice, hasReference }) =>
    hasReference && voice !== null ? [voice] : [],
  )
}

/** The only one that is missing, or the one that it is called after. */
export function referenceFor(source: ReferenceSource, missing: string[]): PlannedReference {
  return missing.length === 1 ? { ...source, voice: missing[0] } : referenceOf(source)
}

export interface Fetching {
  /** Where the sound of each file of the audit is. */
  urls: string[]
  onFetched: (count: number) => void
  signal: AbortSignal
}

/** All files of the batch in their order, with their scripts. Fails with words for people. */
export async function filesAgain(
  audit: Audit,
  { byIndex }: Matched,
  { urls, onFetched, signal }: Fetching,
): Promise<PlannedFile[]> {
  const files: PlannedFile[] = []
  const missing = audit.fileNames.map((_, index) => index).filter((index) => !byIndex.has(index))
  for (const [index, fresh] of byIndex) files[index] = planned(audit, index, bareName(fresh), fresh.file)
  let fetched = 0
  const next = async (): Promise<void> => {
    const index = missing.shift()
    if (index === undefined) return
    const name = audit.fileNames[index]
    const response = await fetch(urls[index], { signal })
    if (!response.ok) throw new Error(`The audio of ${name} is no longer stored. Add it yourself.`)
    files[index] = planned(audit, index, name, new File([await response.blob()], name))
    onFetched(++fetched)
    return next()
  }
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, next))
  return files
}

function planned({ checks }: Audit, index: number, name: string, file: File): PlannedFile {
  return {
    path: name,
    name,
    file,
    script: checks.scriptAccuracy?.tracks[index]?.script ?? '',
    voice: checks.comparison?.tracks[index]?.voice ?? '',
  }
}
