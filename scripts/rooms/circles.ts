import type { Import } from './imports.js'

/** For each file that leads back to itself the shortest way round, unless a circle already told passes through it. */
export function circlesOf(imports: Import[]): Import[][] {
  const usesOf = new Map<string, Import[]>()
  for (const each of knotted(imports)) usesOf.set(each.from, [...(usesOf.get(each.from) ?? []), each])
  const circles: Import[][] = []
  const told = new Set<string>()
  for (const file of [...usesOf.keys()].sort()) {
    const circle = told.has(file) ? undefined : wayBack(file, usesOf)
    if (!circle) continue
    circles.push(circle)
    for (const { from } of circle) told.add(from)
  }
  return circles
}

/** Takes away, again and again, imports of files that use nothing: nearly all are gone then, and no circle is. */
function knotted(imports: Import[]): Import[] {
  const users = new Set(imports.map(({ from }) => from))
  const left = imports.filter(({ to }) => users.has(to))
  return left.length === imports.length ? left : knotted(left)
}

function wayBack(start: string, usesOf: Map<string, Import[]>): Import[] | undefined {
  const reached = new Set<string>()
  let ways: Import[][] = [[]]
  while (ways.length > 0) {
    const longer: Import[][] = []
    for (const way of ways) {
      for (const next of usesOf.get(way.at(-1)?.to ?? start) ?? []) {
        if (next.to === start) return [...way, next]
        if (reached.has(next.to)) continue
        reached.add(next.to)
        longer.push([...way, next])
      }
    }
    ways = longer
  }
  return undefined
}
