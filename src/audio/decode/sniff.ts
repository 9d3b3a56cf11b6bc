import type { ByteSource } from '../bytes.js'
import type { Container } from '../format.js'
import { parseAdtsHeader } from './adts-header.js'
import { DecodeError, truncated, unsupported } from './error.js'
import { findMp3Stream } from './mp3.js'
import { skipId3v2 } from './tags.js'
import { ascii, ByteWindow } from './window.js'

/** Enough for every signature, and for a fair sample of what a text looks like. */
const SAMPLE_BYTES = 4096
/** Junk that some recorders leave in front of the first frame of an mp3 or aac file. */
const MAX_JUNK_BYTES = 64 * 1024

const ASF_HEADER_GUID = [
  0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c,
]
const MP4_FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'styp', 'pnot']
const PICTURE_BRANDS = ['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1']

/** First bytes of what people upload by mistake, with the words for it. */
const REFUSED: [signature: string, name: string][] = [
  ['\x1aE\xdf\xa3', 'a WebM or Matroska file'],
  ['FORM', 'an AIFF file'],
  ['caff', 'a Core Audio file'],
  ['#!AMR', 'an AMR file'],
  ['MThd', 'a MIDI file'],
  ['wvpk', 'a WavPack file'],
  ['MAC ', "a Monkey's Audio file"],
  ['.snd', 'a Sun audio file'],
  ['ADIF', 'an AAC file of the ADIF kind'],
  ['FLV', 'a Flash video'],
  ['\x00\x00\x01\xba', 'an MPEG video'],
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['II*\x00', 'a TIFF image'],
  ['MM\x00*', 'a TIFF image'],
  ['%PDF', 'a PDF document'],
  ['{\\rtf', 'an RTF document'],
  ['PK\x03\x04', 'a zip archive or an office document'],
  ['PK\x05\x06', 'an empty zip archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
]

/** What kind of file this is, judged by its content alone; throws where it is none that can be decoded. */
export async function sniffContainer(source: ByteSource): Promise<Container> {
  if (source.size === 0) throw new DecodeError('empty', 'The file is empty. Upload it again.')
  const window = new ByteWindow(source)
  const head = (await window.view(0, SAMPLE_BYTES)).slice()
  const bySignature = containerBySignature(head)
  if (bySignature !== null) return bySignature

  const start = await skipId3v2(window, 0)
  if (start >= window.size) throw truncated('it ends inside its tag')
  const afterTag = await window.view(start, 16)
  if (ascii(afterTag, 0, 4) === 'fLaC') return 'flac'
  if (await isAdts(window, start)) return 'adts'
  const looksLikeMp3 = (await findMp3Stream(window, start, MAX_JUNK_BYTES)) !== null
  const name = start === 0 ? refusedName(head) : null
  // The signature of some other kind outweighs bytes that happen to look like frames.
  if (name !== null) throw unsupported(`This is ${name}, which cannot be audited`)
  if (looksLikeMp3) return 'mp3'
  throw unsupported('This is no kind of sound file that is known here')
}

function containerBySignature(head: Uint8Array): Container | null {
  const first4 = ascii(head, 0, 4)
  const kind = ascii(head, 8, 4)
  if (first4 === 'RIFF' || first4 === 'RF64' || first4 === 'BW64') {
    if (kind === 'WAVE') return 'wav'
    if (head.length < 12) throw truncated('not even its header is complete')
    if (kind === 'WEBP') throw unsupported('This is a WebP image, which cannot be audited')
    if (kind === 'AVI ') throw unsupported('This is an AVI video, which cannot be audited')
    throw unsupported('This is a RIFF file without sound')
  }
  if (first4 === 'fLaC') return 'flac'
  if (first4 === 'OggS') return 'ogg'
  if (ASF_HEADER_GUID.every((byte, i) => head[i] === byte)) return 'asf'
  if (MP4_FIRST_BOXES.includes(ascii(head, 4, 4))) {
    if (PICTURE_BRANDS.includes(kind))
      throw unsupported('This is an HEIF or AVIF image, which cannot be audited')
    return 'mp4'
  }
  return null
}

async function isAdts(window: ByteWindow, at: number): Promise<boolean> {
  const first = parseAdtsHeader(await window.view(at, 7), 0)
  if (first === null) return false
  const next = at + first.frameBytes
  return next >= window.size || parseAdtsHeader(await window.view(next, 7), 0) !== null
}

function refusedName(head: Uint8Array): string | null {
  for (const [signature, name] of REFUSED) if (ascii(head, 0, signature.length) === signature) return name
  if (!isText(head)) return null
  const text = ascii(head, 0, head.length).trimStart().toLowerCase()
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) return 'a web page'
  if (text.startsWith('<svg')) return 'an SVG image'
  if (text.startsWith('<?xml') || text.startsWith('<')) return 'an XML document'
  if (text.startsWith('{') || text.startsWith('['))
    return 'a JSON text, perhaps the error message of a service'
  return 'a text'
}

/** Text has no control characters other than white space; UTF-16 is known by its mark. */
function isText(bytes: Uint8Array): boolean {
  const mark = ascii(bytes, 0, 2)
  if (mark === '\xff\xfe' || mark === '\xfe\xff') return true
  return bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b)
}
