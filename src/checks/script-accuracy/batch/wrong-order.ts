// What a person is told of files that say each other's scripts, and what to do about it.
import { named } from './names.js'

const GIVE_EACH = 'give each file the script that it says'

/** Of files of which each says the script of the next, and the last one that of the first. */
export function ringMessage(ring: readonly number[], nameOf: (index: number) => string): string {
  const names = ring.map(nameOf)
  if (names.length === 2) return `${names[0]} and ${names[1]} say each other's scripts: swap the two.`
  const steps =
    names.length === 3
      ? `${says(names)}, ${names[1]} that of ${names[2]} and ${names[2]} that of ${names[0]}`
      : `${says(names)}, ${names[1]} that of ${names[2]} and so on, ${names.length} files in a ring`
  return `${steps}: ${GIVE_EACH}.`
}

export interface Row {
  /** Each but the last says the script of the next. */
  files: readonly number[]
  hasFirstScript: boolean
  /** It is sure that no file says the script of the first. */
  isFirstUnsaid: boolean
  /** It is sure that the last one says no script of the batch. */
  isLastStranger: boolean
  /** Whose script the last one says, though another file says that already. */
  lastSays: number | undefined
}

export function rowMessage(row: Row, nameOf: (index: number) => string): string {
  const { files, lastSays } = row
  const names = files.map(nameOf)
  const last = names[names.length - 1]
  const again = lastSays === undefined ? '' : `, and ${last} says that of ${nameOf(lastSays)} once more`
  if (isByOne(files, 1)) return `${forward(names)}${again}: ${adviceForward(row, names[0])}.`
  if (isByOne(files, -1)) return `${backward(names)}${again}: ${adviceBackward(row, last)}.`
  if (names.length > 2) return `${steps(names)}${again}: ${GIVE_EACH}.`
  return row.hasFirstScript
    ? `${says(names)} in place of its own${again}.`
    : `${names[0]} has no script and says that of ${names[1]}${again}.`
}

/** Three files and more that follow one another in the batch. */
function isByOne(files: readonly number[], step: 1 | -1): boolean {
  return files.length > 2 && files.every((file, at) => at === 0 || file === files[at - 1] + step)
}

function forward(names: readonly string[]): string {
  return `${fromTo(names.slice(0, -1))} each say the script of the next file`
}

function backward(names: readonly string[]): string {
  return `${fromTo(names.slice(0, -1).reverse())} each say the script of the file before`
}

function fromTo(names: readonly string[]): string {
  return names.length === 2 ? named(names) : `${names[0]} to ${names[names.length - 1]}`
}

function adviceForward({ isFirstUnsaid }: Row, first: string): string {
  return isFirstUnsaid ? `at ${first} there is one script too many, or one file is missing` : GIVE_EACH
}

function adviceBackward({ lastSays, isLastStranger }: Row, last: string): string {
  if (lastSays !== undefined) return `${last} is one file too many`
  return isLastStranger ? `${last} is one file too many, or its script is missing` : GIVE_EACH
}

function steps(names: readonly string[]): string {
  return names.length === 3
    ? `${says(names)} and ${names[1]} that of ${names[2]}`
    : `${says(names)}, ${names[1]} that of ${names[2]} and so on, ${names.length} files in a row`
}

function says([first, second]: readonly string[]): string {
  return `${first} says the script of ${second}`
}
