// The archive of an npm package: a gzipped tar file (POSIX.1-1988 "ustar", as npm writes it).
import { gunzipSync } from 'node:zlib'

const BLOCK_BYTES = 512
const NAME = [0, 100] as const
const SIZE = [124, 136] as const
const TYPE_AT = 156
const PREFIX = [345, 500] as const
const REGULAR_FILE = ['0', '\0']
/** Every name in an npm archive begins with a folder, most often "package". */
const TOP_FOLDER = /^[^/]+\//

/** The files of an archive by their path inside the package. */
export function filesInArchive(archive: Uint8Array): Map<string, Uint8Array> {
  const tar = gunzipSync(archive)
  const files = new Map<string, Uint8Array>()
  for (let at = 0; at + BLOCK_BYTES <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK_BYTES)
    // Two empty blocks end the archive.
    if (header[0] === 0) break
    const byteCount = Number.parseInt(textAt(header, SIZE), 8)
    const from = at + BLOCK_BYTES
    if (!(byteCount >= 0 && from + byteCount <= tar.length)) throw new Error('the archive is damaged')
    if (REGULAR_FILE.includes(String.fromCharCode(header[TYPE_AT]))) {
      const prefix = textAt(header, PREFIX)
      const name = `${prefix && `${prefix}/`}${textAt(header, NAME)}`.replace(TOP_FOLDER, '')
      files.set(name, tar.subarray(from, from + byteCount))
    }
    at = from + Math.ceil(byteCount / BLOCK_BYTES) * BLOCK_BYTES
  }
  return files
}

function textAt(header: Uint8Array, [from, to]: readonly [number, number]): string {
  return Buffer.from(header.subarray(from, to)).toString().split('\0')[0].trim()
}
