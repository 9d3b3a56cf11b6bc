import { ascii, type ByteWindow } from './window.js'

const HEADER_BYTES = 10
/** Files with one tag are usual, with two rare; more are not worth following. */
const MAX_TAGS = 8

/** Where the sound begins behind any ID3v2 tags at `offset` (id3.org, ID3v2.4.0 section 3.1). */
export async function skipId3v2(window: ByteWindow, offset: number): Promise<number> {
  let at = offset
  for (let tag = 0; tag < MAX_TAGS; tag++) {
    const head = await window.view(at, HEADER_BYTES)
    if (head.length < HEADER_BYTES || ascii(head, 0, 3) !== 'ID3') break
    const size = ((head[6] & 127) << 21) | ((head[7] & 127) << 14) | ((head[8] & 127) << 7) | (head[9] & 127)
    const hasFooter = (head[5] & 0x10) !== 0
    at += HEADER_BYTES + size + (hasFooter ? HEADER_BYTES : 0)
  }
  return at
}

export const TRAILER_NAME_BYTES = 11

/** ID3v1, APE and Lyrics3 tags, which stand at the end of the file. */
export function isTrailer(bytes: Uint8Array, at: number): boolean {
  const name = ascii(bytes, at, TRAILER_NAME_BYTES)
  return name.startsWith('TAG') || name.startsWith('APETAGEX') || name === 'LYRICSBEGIN'
}
