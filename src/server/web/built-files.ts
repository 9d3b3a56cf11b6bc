// The built web app: a handful of files, read once and kept in memory, compressed beforehand.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

export interface BuiltFile {
  mediaType: string
  bytes: Buffer
  gzipped: Buffer
  etag: string
}

/** The same place seen from the sources and from what is compiled from them. */
export const builtFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url))

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export function builtFile(name: string, bytes: Buffer): BuiltFile {
  return {
    mediaType: mediaTypes[path.extname(name)] ?? 'application/octet-stream',
    bytes,
    gzipped: gzipSync(bytes),
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
  }
}

/** By path in the folder, with slashes; empty when the web app has not been built. */
export function readBuiltFiles(folder = builtFolder): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>()
  for (const name of namesIn(folder)) {
    files.set(name.split(path.sep).join('/'), builtFile(name, readFileSync(path.join(folder, name))))
  }
  return files
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  } catch {
    return []
  }
}
