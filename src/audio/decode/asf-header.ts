import { corrupt, noAudio, truncated, unsupported } from './error.js'
import type { ByteWindow } from './window.js'
import { viewOf } from './window.js'
import type { WmaFormat } from './wma-decoder.js'

// The header of Windows Media files: Microsoft, "Advanced Systems Format (ASF) Specification", sections 3 and 5.

export interface AsfHeader {
  format: WmaFormat
  streamNumber: number
  packetBytes: number
  /** Null for a live recording, whose writer could not know. */
  packetCount: number | null
  /** Of the first packet. */
  dataStart: number
  dataEnd: number
  durationSec: number
  /** FFmpeg signs its files; its WMA encoder has a delay of its own. */
  isByFfmpeg: boolean
}

const GUID_BYTES = 16
const OBJECT_HEADER_BYTES = 24
const HEADER_OBJECT_BYTES = 30
const DATA_OBJECT_BYTES = 50
const MAX_HEADER_BYTES = 16 * 1024 * 1024
const MAX_PACKET_BYTES = 1024 * 1024
/** 100 ns units. */
const UNITS_PER_SEC = 1e7
const BROADCAST_FLAG = 1

// GUIDs as they stand in the file.
const DATA = '3626b2758e66cf11a6d900aa0062ce6c'
const FILE_PROPERTIES = 'a1dcab8c47a9cf118ee400c00c205365'
const STREAM_PROPERTIES = '9107dcb7b7a9cf118ee600c00c205365'
const AUDIO_MEDIA = '409e69f84d5bcf11a8fd00805f5c442b'
const CONTENT_ENCRYPTION = 'fbb3112223bdd211b4b700a0c955fc6e'

const WMA_TAGS: Record<number, string> = { 352: 'v1', 353: 'v2', 354: 'Pro', 355: 'Lossless' }
const FFMPEG_SIGNATURE = Buffer.from('Lavf', 'utf16le')

export async function readAsfHeader(window: ByteWindow): Promise<AsfHeader> {
  const start = await window.view(0, HEADER_OBJECT_BYTES)
  if (start.length < HEADER_OBJECT_BYTES) throw truncated('not even its header is complete')
  const headerBytes = Number(viewOf(start).getBigUint64(GUID_BYTES, true))
  if (headerBytes < HEADER_OBJECT_BYTES || headerBytes > MAX_HEADER_BYTES)
    throw corrupt('its header has a wrong size')
  if (headerBytes + DATA_OBJECT_BYTES > window.size) throw truncated('it ends before its sound begins')
  const bytes = (await window.view(0, headerBytes)).slice()
  const view = viewOf(bytes)

  let stream: { format: WmaFormat; number: number } | null = null
  let properties: Pick<AsfHeader, 'packetBytes' | 'packetCount' | 'durationSec'> | null = null
  for (let at = HEADER_OBJECT_BYTES; at + OBJECT_HEADER_BYTES <= bytes.length; ) {
    const size = Number(view.getBigUint64(at + GUID_BYTES, true))
    if (size < OBJECT_HEADER_BYTES || at + size > bytes.length) break
    const body = bytes.subarray(at + OBJECT_HEADER_BYTES, at + size)
    const guid = hex(bytes, at)
    if (guid === FILE_PROPERTIES) properties = readFileProperties(body)
    if (guid === STREAM_PROPERTIES) stream ??= readStream(body)
    if (guid === CONTENT_ENCRYPTION) throw unsupported('The WMA file is copy-protected')
    at += size
  }
  if (properties === null) throw corrupt('the description of the file is missing')
  if (stream === null) throw noAudio('The Windows Media file has no sound')

  const data = await window.view(headerBytes, DATA_OBJECT_BYTES)
  if (hex(data, 0) !== DATA) throw corrupt('its sound data is missing')
  const dataBytes = Number(viewOf(data).getBigUint64(GUID_BYTES, true))
  const dataStart = headerBytes + DATA_OBJECT_BYTES
  const dataEnd =
    dataBytes >= DATA_OBJECT_BYTES ? Math.min(window.size, headerBytes + dataBytes) : window.size
  const isByFfmpeg = Buffer.from(bytes).includes(FFMPEG_SIGNATURE)
  return { ...properties, format: stream.format, streamNumber: stream.number, dataStart, dataEnd, isByFfmpeg }
}

function hex(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.subarray(at, at + GUID_BYTES)).toString('hex')
}

/** Section 3.2. */
function readFileProperties(
  body: Uint8Array,
): Pick<AsfHeader, 'packetBytes' | 'packetCount' | 'durationSec'> {
  if (body.length < 80) throw corrupt('the description of the file is incomplete')
  const view = viewOf(body)
  const isBroadcast = (view.getUint32(64, true) & BROADCAST_FLAG) !== 0
  const packetBytes = view.getUint32(72, true)
  if (packetBytes === 0 || packetBytes > MAX_PACKET_BYTES) throw corrupt('its packets have a wrong size')
  const prerollSec = Number(view.getBigUint64(56, true)) / 1000
  return {
    packetBytes,
    packetCount: isBroadcast ? null : Number(view.getBigUint64(32, true)),
    durationSec: isBroadcast ? 0 : Number(view.getBigUint64(40, true)) / UNITS_PER_SEC - prerollSec,
  }
}

/** Section 3.3, with a WAVEFORMATEX for sound; null for streams of other kinds. */
function readStream(body: Uint8Array): { format: WmaFormat; number: number } | null {
  const waveStart = 54
  if (body.length < waveStart + 18 || hex(body, 0) !== AUDIO_MEDIA) return null
  const view = viewOf(body)
  const tag = view.getUint16(waveStart, true)
  if (WMA_TAGS[tag] === undefined) {
    throw unsupported(`The Windows Media file uses codec 0x${tag.toString(16)}, which cannot be decoded`)
  }
  const extraBytes = view.getUint16(waveStart + 16, true)
  const format = {
    tag,
    channels: view.getUint16(waveStart + 2, true),
    sampleRateHz: view.getUint32(waveStart + 4, true),
    bytesPerSec: view.getUint32(waveStart + 8, true),
    blockBytes: view.getUint16(waveStart + 12, true),
    bitsPerSample: view.getUint16(waveStart + 14, true),
    extra: body.slice(waveStart + 18, waveStart + 18 + extraBytes),
  }
  if (format.blockBytes === 0) throw corrupt('its sound blocks have no size')
  return { format, number: view.getUint16(48, true) & 0x7f }
}
