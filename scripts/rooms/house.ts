// What is wrong with the house: files in no room, imports that the table of rooms does not allow, circles between files.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { circlesOf } from './circles.js'
import { type Import, readSources } from './imports.js'
import { type RoomRules, readRules, roomOf } from './rules.js'

/** One line for each fault, with the file and line where it stands. */
export interface HouseFaults {
  roomless: string[]
  forbidden: string[]
  circles: string[]
}

export function faultsOf(root: string): HouseFaults & { files: number; imports: number } {
  const rules = readRules(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'))
  const folders = new Set([...rules.keys()].map((room) => room.split('/')[0]))
  const { files, imports } = readSources(root, [...folders])
  return {
    files: files.length,
    imports: imports.length,
    roomless: files
      .filter((file) => roomOf(file, rules) === undefined)
      .map((file) => `${file} is in no room`),
    forbidden: imports.flatMap((each) => forbiddenBy(each, rules)),
    circles: circlesOf(imports.filter(({ isLoaded }) => isLoaded)).map((circle) =>
      circle.map(({ from, line }) => `${from}:${line}`).join(' -> '),
    ),
  }
}

function forbiddenBy({ from, line, to, isTypeOnly }: Import, rules: RoomRules): string[] {
  const user = roomOf(from, rules)
  const used = roomOf(to, rules)
  if (user === undefined || used === undefined || user === used) return []
  const { mayUse, mayUseTypesOf } = rules.get(user)!
  if (mayUse.has(used) || (isTypeOnly && mayUseTypesOf.has(used))) return []
  const rule = mayUseTypesOf.has(used) ? `use only types of ${used}` : `not use ${used}`
  return [`${from}:${line} uses ${to}: ${user} may ${rule}`]
}
