// What is wrong between the files and scripts of a batch, told once for the batch. Where it is not sure, nothing is told.
import { type BatchFinding, batchFindingKinds } from '../report.js'
import { type MisplacedScripts, misplacedScripts } from './misplaced-scripts.js'
import { named } from './names.js'
import { sameSounds } from './same-sound.js'
import type { ScriptedBatch } from './scripted-batch.js'
import { splitScripts } from './split-scripts.js'
import { unsaidScripts } from './unsaid-scripts.js'
import { ringMessage, rowMessage } from './wrong-order.js'

export interface BatchScripts {
  /** The most important first, then by the files in the order of the batch. */
  findings: BatchFinding[]
  /** For each file that says the script of another one: that one. */
  says: ReadonlyMap<number, number>
}

/** A finding with the place of its first file. */
type Told = BatchFinding & { first: number }

export function scriptsOfBatch(batch: ScriptedBatch): BatchScripts {
  if (batch.files.length < 2) return { findings: [], says: new Map() }
  const splits = splitScripts(batch)
  const misplaced = misplacedScripts(batch, new Set(splits.flatMap((index) => [index, index + 1])))
  const { says, saysAgain } = misplaced
  const said = new Set(says.values())
  const unsaid = unsaidScripts(
    batch,
    [...batch.files.keys()].filter(
      (index) => batch.misses[index] && !said.has(index) && batch.fitting.find(index) === null,
    ),
  )
  const sounds = sameSounds(batch.files.map(({ findings }) => findings))
  const words = new Wording(batch, unsaid)
  const told = [
    ...misplaced.rings.map((files) => words.ring(files)),
    ...misplaced.rows.map((files) => words.row(files, saysAgain)),
    ...onlySaidTwice(misplaced, sounds).map(({ script, files }) => words.saidTwice(script, files)),
    ...splits.map((index) => words.split(index)),
    ...sounds.map((files) => words.sameSound(files)),
    ...words.withoutScript(),
  ]
  // Last, because what is told above need not be told again.
  told.push(...words.scriptNotSaid())
  return { findings: inOrder(told), says: new Map([...says, ...saysAgain]) }
}

/** Less what is told of a row that ends so, or of a copy. */
function onlySaidTwice({ saidTwice, rows, saysAgain }: MisplacedScripts, sounds: readonly number[][]) {
  const ends = new Set(rows.map((row) => row[row.length - 1]))
  const soundOf = new Map(sounds.flatMap((files, sound) => files.map((index) => [index, sound])))
  return saidTwice.filter(({ files }) => {
    const sound = soundOf.get(files[0])
    const isOneSound = sound !== undefined && files.every((index) => soundOf.get(index) === sound)
    return !isOneSound && files.some((index) => saysAgain.has(index) && !ends.has(index))
  })
}

function inOrder(told: Told[]): BatchFinding[] {
  const rank = (kind: BatchFinding['kind']) => batchFindingKinds.indexOf(kind)
  return told
    .sort((one, other) => rank(one.kind) - rank(other.kind) || one.first - other.first)
    .map(({ kind, message, files }) => ({ kind, message, files }))
}

class Wording {
  /** `untold`: scripts that no file says, as far as no finding has told of them yet. */
  constructor(
    private readonly batch: ScriptedBatch,
    private readonly untold: Set<number>,
  ) {}

  ring(files: number[]): Told {
    return this.told('wrongOrder', files, ringMessage(files, this.nameOf))
  }

  row(files: number[], saysAgain: ReadonlyMap<number, number>): Told {
    const [first] = files
    const last = files[files.length - 1]
    const row = {
      files,
      hasFirstScript: this.batch.files[first].script !== undefined,
      isFirstUnsaid: this.untold.has(first),
      isLastStranger: this.batch.fitting.isUnlikeAllScripts(last),
      lastSays: saysAgain.get(last),
    }
    return this.told('wrongOrder', files, rowMessage(row, this.nameOf) + this.nobodySays(files))
  }

  saidTwice(script: number, files: number[]): Told {
    const both = files.length === 2 ? 'both' : 'all'
    const message = `${this.names(files)} ${both} say the script of ${this.nameOf(script)}.`
    return this.told('saidTwice', files, message + this.nobodySays(files))
  }

  split(index: number): Told {
    const message = `The script of ${this.nameOf(index)} goes on in ${this.nameOf(index + 1)}: join the two, or part the script.`
    return this.told('split', [index, index + 1], message)
  }

  sameSound(files: number[]): Told {
    const message = `${this.names(files)} say the same words at the same times: probably one recording under ${files.length} names.`
    return this.told('sameSound', files, message + this.nobodySays(files))
  }

  withoutScript(): Told[] {
    const { files } = this.batch
    const without = [...files.keys()].filter((index) => files[index].script === undefined)
    if (without.length === 0 || without.length === files.length) return []
    const have = without.length === 1 ? 'has' : 'have'
    const message = `${without.length} of ${files.length} files ${have} no script: ${this.names(without)}.`
    return [this.told('withoutScript', without, message)]
  }

  scriptNotSaid(): Told[] {
    const files = [...this.untold].sort((one, other) => one - other)
    if (files.length === 0) return []
    return [this.told('scriptNotSaid', files, this.nobodySays(files).trim())]
  }

  /** A sentence more, for those whose scripts nobody says. */
  private nobodySays(files: readonly number[]): string {
    const unsaid = files.filter((index) => this.untold.delete(index))
    if (unsaid.length === 0) return ''
    return ` No file says the script${unsaid.length === 1 ? '' : 's'} of ${this.names(unsaid)}.`
  }

  private told(kind: BatchFinding['kind'], files: readonly number[], message: string): Told {
    const first = files.reduce((least, index) => Math.min(least, index))
    return { kind, message, files: files.map(this.nameOf), first }
  }

  private names(files: readonly number[]): string {
    return named(files.map(this.nameOf))
  }

  private readonly nameOf = (index: number) => this.batch.files[index].file
}
