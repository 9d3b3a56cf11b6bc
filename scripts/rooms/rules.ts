// Which room may use which, read from the table in CONTRIBUTING.md: what people read is what is enforced.
import { tableUnder } from './table.js'

export interface RoomRule {
  /** Its folder: "src/audio", "web". */
  room: string
  mayUse: Set<string>
  /** Only what is gone after compiling: types. */
  mayUseTypesOf: Set<string>
}

export type RoomRules = Map<string, RoomRule>

const HEADING = '## Rooms'
const HEADER = ['room', 'holds', 'may use']

/** Fails with a sentence that names the row when the table cannot be understood. */
export function readRules(contributing: string): RoomRules {
  const rows = tableUnder(contributing, HEADING)
  if (rows[0]?.join() !== HEADER.join()) {
    throw new Error(`the first table under "${HEADING}" must have the columns ${HEADER.join(', ')}`)
  }
  const rooms = rows.slice(1).map(([folders]) => foldersIn(folders))
  const all = rooms.flat()
  const rules: RoomRules = new Map()
  rows.slice(1).forEach(([, , uses], row) => {
    for (const room of rooms[row]) {
      if (rules.has(room)) throw new Error(`the room ${room} has two rows`)
      const others = all.filter((other) => other !== room)
      rules.set(room, { room, ...usesIn(uses, others) })
    }
  })
  const circle = roomCircle(rules)
  if (circle) throw new Error(`the rules themselves run in a circle: ${circle.join(' -> ')}`)
  return rules
}

/** The room of a file, the most exact one; undefined when it stands in none. */
export function roomOf(file: string, rules: RoomRules): string | undefined {
  const inside = [...rules.keys()].filter((room) => file.startsWith(`${room}/`))
  return inside.sort((one, other) => other.length - one.length)[0]
}

function foldersIn(cell: string): string[] {
  const folders = [...cell.matchAll(/`([^`]+)\/`/g)].map(([, folder]) => folder)
  if (folders.length === 0) throw new Error(`"${cell}" in the table of rooms names no folder`)
  return folders
}

/** "nothing", "everything", or a list of rooms: "audio", "types of server", "src" for all rooms in it. */
function usesIn(cell: string, others: string[]): Pick<RoomRule, 'mayUse' | 'mayUseTypesOf'> {
  const mayUse = new Set<string>()
  const mayUseTypesOf = new Set<string>()
  if (cell === 'everything') return { mayUse: new Set(others), mayUseTypesOf }
  for (const words of cell === 'nothing' ? [] : cell.split(', ')) {
    const [, types, name] = /^(types of )?`?([\w/-]+)`?$/.exec(words) ?? []
    const named = others.filter(
      (other) => [name, `src/${name}`].includes(other) || other.startsWith(`${name}/`),
    )
    if (name === undefined || named.length === 0) {
      throw new Error(`"${words}" in the table of rooms is no room that there is a row for`)
    }
    for (const room of named) (types ? mayUseTypesOf : mayUse).add(room)
  }
  return { mayUse, mayUseTypesOf }
}

/** Rooms that may use each other, by whatever way; undefined when there are none. */
function roomCircle(rules: RoomRules): string[] | undefined {
  const done = new Set<string>()
  const follow = (room: string, way: string[]): string[] | undefined => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room]
    if (done.has(room)) return undefined
    const { mayUse, mayUseTypesOf } = rules.get(room)!
    for (const next of [...mayUse, ...mayUseTypesOf]) {
      const circle = follow(next, [...way, room])
      if (circle) return circle
    }
    done.add(room)
    return undefined
  }
  for (const room of rules.keys()) {
    const circle = follow(room, [])
    if (circle) return circle
  }
  return undefined
}
