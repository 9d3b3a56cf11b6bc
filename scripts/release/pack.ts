// The archives as they would be published.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from './npm.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Packed {
  name: string
  version: string
  /** The archive. */
  file: string
  byteCount: number
  unpackedByteCount: number
  files: string[]
}

/** Packs the product and its workspaces, as they were built. */
export function packAll(folder: string): Packed[] {
  mkdirSync(folder, { recursive: true })
  const { status, stdout, stderr } = npm(root, [
    'pack',
    '--workspaces',
    '--include-workspace-root',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    folder,
  ])
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`)
  return packedIn(JSON.parse(stdout)).map(({ name, version, filename, size, unpackedSize, files }) => ({
    name,
    version,
    file: path.join(folder, filename),
    byteCount: size,
    unpackedByteCount: unpackedSize,
    files: files.map((each) => each.path),
  }))
}

interface PackReport {
  name: string
  version: string
  filename: string
  size: number
  unpackedSize: number
  files: { path: string }[]
}

/** A list, or by the name of the package, as the version of npm has it. */
function packedIn(report: PackReport[] | Record<string, PackReport>): PackReport[] {
  return Array.isArray(report) ? report : Object.values(report)
}
