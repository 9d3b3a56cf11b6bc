import { ascii, type ByteWindow } from './window.js'

const HEADER_BYTES = 10
/** Files with one tag are usual, with two rare; more are not worth following. */
const MAX_TAGS = 8

/** Where the sound begins behind any ID3v2 tags at `offset` (id3.org, ID3v2.4.0 section 3.1). */
export async function skipId3v2(window: ByteWindow, offset: number): Promise<number> {
  let at = offset
  for (let tag = 0; tag < MAX_TAGS; tag++) {
    const head = await window.view(at, HEADER_BYTES)
    if (!isId3v2(head)) break
    const size = (head[6] << 21) | (head[7] << 14) | (head[8] << 7) | head[9]
    const hasFooter = (head[5] & 0x10) !== 0
    at += HEADER_BYTES + size + (hasFooter ? HEADER_BYTES : 0)
  }
  return at
}

/** Versions 2.2 to 2.4; a revision is never 0xff, and bytes of the size leave their top bit free. */
function isId3v2(head: Uint8Array): boolean {
  return (
    head.length === HEADER_BYTES &&
    ascii(head, 0, 3) === 'ID3' &&
    head[3] >= 2 &&
    head[3] <= 4 &&
    head[4] !== 0xff &&
    head.subarray(6).every((byte) => byte < 0x80)
  )
}

export const TRAILER_NAME_BYTES = 11

/** ID3v1, APE and Lyrics3 tags, which stand at the end of the file. */
export function isTrailer(bytes: Uint8Array, at: number): boolean {
  const name = ascii(bytes, at, TRAILER_NAME_BYTES)
  return name.startsWith('TAG') || name.startsWith('APETAGEX') || name === 'LYRICSBEGIN'
}
