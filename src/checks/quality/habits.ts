// What nearly all files of a batch share is the way of the engine or of the pipeline: it is told once, as a trait of the batch,
// and no reason to regenerate one of the files. A file is judged by what stands out of that.
import { type BatchTrait, FEWEST_FILES_WITH_HABITS, HABIT_SHARE, sharedSentence } from '../batch-trait.js'
import { median, rounded } from '../statistics.js'
import type { JudgedFault } from './confidence.js'
import type { TraitDeclaration } from './detectors/declaration.js'
import { declarations } from './detectors/declared.js'
import { AT_START_SEC, type Fault, isSevere, NOTICEABLE_FROM } from './issue.js'
import { parameters } from './parameter.js'
import type { MeasureWeight } from './weigh.js'

export const numbers = parameters({
  'What is more audible than in the others by so much stands out: 9 dB on the scale of audibility.': {
    standsOutBy: [0.3, 'audibility'],
  },
  'Poorer than the others by a step of the five of ITU-T P.835.': { standsOutSteps: [1, 'steps'] },
})
const { standsOutBy, standsOutSteps } = numbers

/** What a file is judged by: its faults, one for each cause, and what each of its measures takes. */
export interface Evidence {
  faults: readonly JudgedFault[]
  measures: readonly MeasureWeight[]
}

interface Habit {
  declaration: TraitDeclaration
  /** The files that have it. */
  sharing: ReadonlySet<Evidence>
  files: number
  of: number
  /** How audible it is in the file in the middle of those that have it; of a measure, what it takes there. */
  usualAudibility: number
  usualSteps: readonly number[]
}

type Declared = (typeof declarations)[number]
const traitsOfFaults = new Map(declarations.flatMap(traitEntries))
const traitsOfMeasures = new Map<string, TraitDeclaration>(
  declarations.flatMap((each) => ('trait' in each ? [[each.name as string, each.trait]] : [])),
)

function traitEntries({ issue }: Declared): [string, TraitDeclaration][] {
  if (!issue?.trait) return []
  if ('name' in issue.trait) return [[issue.type, issue.trait]]
  return [
    [`${issue.type} atStart`, issue.trait.atStart],
    [`${issue.type} later`, issue.trait.later],
  ]
}

/** The trait that a fault is part of where most files have it; null for one that spoils a file whatever the others do. */
function traitOf({ type, startSec }: Fault): TraitDeclaration | null {
  const byPlace = traitsOfFaults.get(`${type} ${startSec < AT_START_SEC ? 'atStart' : 'later'}`)
  return traitsOfFaults.get(type) ?? byPlace ?? null
}

/** A trait that somebody should do something about. */
export interface SharedFault {
  trait: BatchTrait
  sharing: ReadonlySet<Evidence>
}

export class Habits {
  readonly traits: readonly BatchTrait[]
  /** Without those that nobody minds. */
  readonly sharedFaults: readonly SharedFault[]

  private constructor(private readonly habits: readonly Habit[]) {
    this.traits = habits.map(({ declaration: { name, does, advice }, files, of }) => ({
      name,
      files,
      share: rounded(files / of, 3),
      summary: sharedSentence(files, of, does),
      advice,
    }))
    this.sharedFaults = habits.flatMap(({ declaration, sharing }, index) =>
      declaration.isHarmless ? [] : [{ trait: this.traits[index], sharing }],
    )
  }

  static of(files: readonly Evidence[]): Habits {
    if (files.length < FEWEST_FILES_WITH_HABITS) return new Habits([])
    const all = [...new Set([...traitsOfFaults.values(), ...traitsOfMeasures.values()])]
    return new Habits(
      all.map((trait) => habitOf(trait, files)).filter(({ files, of }) => files >= HABIT_SHARE * of),
    )
  }

  /** The habit that a fault is no more than; null where there is none, or where the fault stands out. */
  traitOf(fault: Fault): TraitDeclaration | null {
    const habit = this.habitOf(traitOf(fault))
    if (!habit) return null
    const { declaration, usualAudibility } = habit
    const spoils = isSevere(fault) && !declaration.isHarmless
    return spoils || fault.audibility > usualAudibility + standsOutBy ? null : declaration
  }

  /** What a measure takes beyond what it takes of the files by habit. */
  beyond(measure: MeasureWeight): MeasureWeight {
    const habit = this.habitOf(traitsOfMeasures.get(measure.name) ?? null)
    if (!habit) return measure
    const steps = measure.steps.map((each, index) => Math.max(0, each - (habit.usualSteps[index] ?? 0)))
    return { ...measure, steps, reason: Math.hypot(...steps) >= standsOutSteps ? measure.reason : null }
  }

  private habitOf(trait: TraitDeclaration | null): Habit | undefined {
    return trait ? this.habits.find(({ declaration }) => declaration === trait) : undefined
  }
}

function habitOf(declaration: TraitDeclaration, files: readonly Evidence[]): Habit {
  const noticed = files
    .map((file) => ({ file, audibility: loudestOf(declaration, file) }))
    .filter(({ audibility }) => audibility >= NOTICEABLE_FROM)
  const measured = files.flatMap((file) => {
    const measure = file.measures.find(({ name }) => traitsOfMeasures.get(name) === declaration)
    return measure && measure.reason !== null ? [{ file, steps: measure.steps }] : []
  })
  const steps = measured.map((each) => each.steps)
  return {
    declaration,
    sharing: new Set([...noticed, ...measured].map(({ file }) => file)),
    files: noticed.length + measured.length,
    of: files.length,
    usualAudibility: median(noticed.map(({ audibility }) => audibility)) ?? 0,
    usualSteps: (steps[0] ?? []).map((_, index) => median(steps.map((each) => each[index] ?? 0)) ?? 0),
  }
}

function loudestOf(declaration: TraitDeclaration, { faults }: Evidence): number {
  const audibilities = faults
    .filter((fault) => traitOf(fault) === declaration)
    .map(({ audibility }) => audibility)
  return Math.max(0, ...audibilities)
}
