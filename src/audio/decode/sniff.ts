import type { ByteSource } from '../bytes.js'
import type { Container } from '../format.js'
import { ADTS_HEADER_BYTES, type AdtsHeader, isSameAdtsStream, parseAdtsHeader } from './adts-header.js'
import { DecodeError, truncated, unsupported } from './error.js'
import { findMp3Stream } from './mp3.js'
import { isTrailer, skipId3v2, TRAILER_NAME_BYTES } from './tags.js'
import { ascii, ByteWindow, viewOf } from './window.js'

/** Enough for every signature, and for a fair sample of what a text looks like. */
const SAMPLE_BYTES = 4096
/** Junk that some recorders leave in front of the first frame of an mp3 or aac file. */
const MAX_JUNK_BYTES = 64 * 1024

const ASF_HEADER_GUID = [
  0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c,
]
const MP4_FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'styp', 'pnot']
/** A box begins with its size and its name; a list of brands has at least one, with its version. */
const MP4_BOX_HEADER_BYTES = 8
const MIN_BRANDS_BYTES = 16
const PICTURE_BRANDS = [
  ...['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'mif2', 'msf1'],
  ...['jp2 ', 'jpx ', 'jxl ', 'crx '],
]
/** As many as are wanted of an mp3. */
const ADTS_FRAMES_TO_BELIEVE = 3

/** Documents that may be text throughout. */
const REFUSED_TEXTS: [signature: string, name: string][] = [
  ['%PDF', 'a PDF document'],
  ['{\\rtf', 'an RTF document'],
]

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
  ...REFUSED_TEXTS,
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
  // A text may begin with any signature, with "OggS" as well as with the bytes of an mp3 frame; sound is never a text.
  refuseIf(textName(head))
  const bySignature = containerBySignature(head)
  if (bySignature !== null) return bySignature

  const start = await skipId3v2(window, 0)
  if (start >= window.size) throw truncated('it ends inside its tag')
  if (start === 0) {
    // The signature of some other kind outweighs bytes that happen to look like frames.
    refuseIf(refusedName(head))
  } else {
    const tagged = (await window.view(start, SAMPLE_BYTES)).slice()
    refuseIf(textName(tagged) ?? refusedName(tagged), ' behind an ID3 tag')
    const kind = containerBySignature(tagged)
    if (kind === 'flac') return kind
    if (kind !== null) throw unsupported(`This is an ID3 tag in front of ${NAMES[kind]}, where none belongs`)
  }
  if (await isAdts(window, start)) return 'adts'
  if ((await findMp3Stream(window, start, MAX_JUNK_BYTES)) !== null) return 'mp3'
  throw unsupported('This is no kind of sound file that is known here')
}

/** The kinds that are known by their first bytes, in words. */
const NAMES: Record<Exclude<Container, 'adts' | 'mp3'>, string> = {
  wav: 'a wav file',
  flac: 'a FLAC file',
  ogg: 'an Ogg file',
  mp4: 'an MP4 file',
  asf: 'a Windows Media file',
}

function refuseIf(name: string | null, where = ''): void {
  if (name !== null) throw unsupported(`This is ${name}${where}, which cannot be audited`)
}

function containerBySignature(head: Uint8Array): keyof typeof NAMES | null {
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
  if (isMp4(head)) {
    if (PICTURE_BRANDS.includes(kind)) throw unsupported('This is a picture in MP4, which cannot be audited')
    return 'mp4'
  }
  return null
}

/** The name of a first box stands behind its size, and the size has to be one: any four letters may stand there otherwise. */
function isMp4(head: Uint8Array): boolean {
  const type = ascii(head, 4, 4)
  if (!MP4_FIRST_BOXES.includes(type)) return false
  const size = viewOf(head).getUint32(0)
  if (type === 'ftyp' || type === 'styp') return size >= MIN_BRANDS_BYTES && size <= SAMPLE_BYTES
  // 0: up to the end of the file. 1: the size is written behind, in 64 bits.
  return size <= 1 || size >= MP4_BOX_HEADER_BYTES
}

/** Frames of one stream that follow each other, up to the end of the file where it holds fewer. */
async function isAdts(window: ByteWindow, start: number): Promise<boolean> {
  let at = start
  let first: AdtsHeader | null = null
  for (let frame = 0; frame < ADTS_FRAMES_TO_BELIEVE; frame++) {
    const bytes = await window.view(at, TRAILER_NAME_BYTES)
    if (frame > 0 && (at >= window.size || isTrailer(bytes, 0))) return true
    const header = parseAdtsHeader(bytes, 0)
    if (header === null || (first !== null && !isSameAdtsStream(header, first)))
      // What is left is less than a header: cut short, or no header at all.
      return frame > 0 && bytes.length < ADTS_HEADER_BYTES && bytes[0] === 0xff
    first ??= header
    at += header.frameBytes
  }
  return true
}

function refusedName(head: Uint8Array): string | null {
  for (const [signature, name] of REFUSED) if (ascii(head, 0, signature.length) === signature) return name
  return null
}

function textName(head: Uint8Array): string | null {
  if (!isText(head)) return null
  for (const [signature, name] of REFUSED_TEXTS)
    if (ascii(head, 0, signature.length) === signature) return name
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
