// Files that say the scripts of other files: who says whose, and the rows and rings that this makes.
import { isSpeechless } from '../../speechless.js'
import { foreignLanguage } from '../language.js'
import type { ScriptedBatch } from './scripted-batch.js'

export interface MisplacedScripts {
  /** For each file that says the script of another one: that one. */
  says: ReadonlyMap<number, number>
  /** Files of which each says the script of the next, and the last one that of the first. */
  rings: number[][]
  /** Files of which each says the script of the next; the script of the first is said by none of them. */
  rows: number[][]
  /** Scripts that are said by more than one file. */
  saidTwice: SaidTwice[]
  /** For each file that says a script which another file says already: whose script. */
  saysAgain: ReadonlyMap<number, number>
}

export interface SaidTwice {
  script: number
  /** The files that say it, in the order of the batch. */
  files: number[]
}

/** `except`: files of which it is known already what they say. */
export function misplacedScripts(batch: ScriptedBatch, except: ReadonlySet<number>): MisplacedScripts {
  const { files, misses, fitting } = batch
  const missed = [...files.keys()].filter((index) => misses[index] && !except.has(index))
  const finders = findersOf(batch, missed)
  const unscripted = [...finders.values()].filter((index) => files[index].script === undefined)
  const speakers = [...new Set([...missed, ...unscripted])]
    .filter((index) => !isSpeechless(files[index].findings.presence) && !except.has(index))
    .sort((one, other) => one - other)
  const texts = spokenTexts(batch, speakers)
  const saysAnother = new Set(texts.flatMap(({ speakers: all }) => all))
  // A file that is forgiven every word need not say its script.
  const saysOwn = (file: number) => !saysAnother.has(file) && fitting.mayFit(file, file)
  const says = new Map<number, number>()
  const again = new Map<number, { script: number; by: number }>()
  const isAlike = new Set(texts.flatMap(({ alike }) => alike))
  for (const { scripts, speakers: all } of texts) {
    /** Those that are said better than by their own files, which say something else. */
    const open = scripts.filter((script) => finders.has(script) && !saysOwn(script))
    const found = new Set(open.map((script) => finders.get(script)))
    const byFit = [...all.filter((index) => found.has(index)), ...all.filter((index) => !found.has(index))]
    const takers = byFit.slice(0, open.length).sort((one, other) => one - other)
    for (const [place, index] of takers.entries()) says.set(index, open[place])
    const own = scripts.find(saysOwn)
    const script = own ?? (takers.length > 0 ? open[0] : undefined)
    if (script === undefined) continue
    // Two texts that are alike are no script said twice, and a file without a script may be another take on purpose.
    for (const index of byFit.slice(open.length))
      if (misses[index] && !isAlike.has(index)) again.set(index, { script, by: own ?? takers[0] })
  }
  fillGaps(says, batch, (file) => !saysAnother.has(file) && !except.has(file))
  closeRings(says, batch, (file) => !saysAnother.has(file))
  const { rows, rings } = rowsAndRings(says)
  // One file that seems to say a script much like its own may as well have got a word wrong.
  const isTold = ([first, ...rest]: number[]) => rest.length > 1 || !isAlike.has(first)
  for (const row of rows) if (!isTold(row)) says.delete(row[0])
  return {
    says,
    rows: rows.filter(isTold),
    rings,
    saidTwice: saidTwice(again),
    saysAgain: new Map([...again].map(([index, { script }]) => [index, script])),
  }
}

/** For each script that another file says better than its own: that file. What is said in another language is anybody's guess. */
function findersOf({ fitting }: ScriptedBatch, missed: readonly number[]): Map<number, number> {
  const finders = new Map<number, number>()
  for (const script of missed) {
    if (foreignLanguage(fitting.beginningOfScript(script)) !== null) continue
    const found = fitting.find(script)
    if (found !== null) finders.set(script, found)
  }
  return finders
}

interface SpokenText {
  /** The files that have it as their script. */
  scripts: readonly number[]
  /** Files that say it in place of their own. */
  speakers: number[]
  /** Those whose own script is nearly the same, or which say it with mistakes that make it doubtful. */
  alike: number[]
}

function spokenTexts({ fitting }: ScriptedBatch, speakers: readonly number[]): SpokenText[] {
  const texts = new Map<number, SpokenText>()
  for (const index of speakers) {
    const said = fitting.saidScript(index)
    if (!said) continue
    const [first] = said.files
    const text = texts.get(first) ?? { scripts: said.files, speakers: [], alike: [] }
    texts.set(first, text)
    text.speakers.push(index)
    if (!said.isFarBetter) text.alike.push(index)
  }
  return [...texts.values()]
}

/** Between two files that both say the script of the next, or both that of the one before, a doubtful one does the same. */
function fillGaps(
  says: Map<number, number>,
  { files, misses, fitting }: ScriptedBatch,
  isUnknown: (file: number) => boolean,
): void {
  const said = new Set(says.values())
  for (const file of files.keys())
    for (const step of [1, -1]) {
      const next = file + step
      if (
        says.get(file - step) === file &&
        says.get(next) === next + step &&
        misses[file] &&
        misses[next] &&
        !said.has(next) &&
        isUnknown(file) &&
        fitting.mayFit(next, file)
      )
        says.set(file, next)
    }
}

/** What nobody in a row says is said by its last file, if that fits it best. */
function closeRings(
  says: Map<number, number>,
  { fitting }: ScriptedBatch,
  isUnknown: (file: number) => boolean,
): void {
  for (const row of rowsAndRings(says).rows) {
    const last = row[row.length - 1]
    if (isUnknown(last) && fitting.find(row[0]) === last) says.set(last, row[0])
  }
}

function rowsAndRings(says: ReadonlyMap<number, number>): Pick<MisplacedScripts, 'rows' | 'rings'> {
  const said = new Set(says.values())
  const left = new Set(says.keys())
  const from = (first: number) => {
    const files = [first]
    for (let at: number | undefined = first; at !== undefined && left.delete(at); ) {
      at = says.get(at)
      if (at !== undefined && at !== first) files.push(at)
    }
    return files
  }
  const inOrder = [...says.keys()].sort((one, other) => one - other)
  const rows = inOrder.filter((index) => !said.has(index)).map(from)
  const rings = inOrder.flatMap((index) => (left.has(index) ? [from(index)] : []))
  return { rows, rings }
}

function saidTwice(again: ReadonlyMap<number, { script: number; by: number }>): SaidTwice[] {
  const byScript = new Map<number, Set<number>>()
  for (const [index, { script, by }] of again) {
    const files = byScript.get(script) ?? new Set([by])
    byScript.set(script, files.add(index))
  }
  return [...byScript].map(([script, files]) => ({
    script,
    files: [...files].sort((one, other) => one - other),
  }))
}
