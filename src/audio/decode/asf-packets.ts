import { viewOf } from './window.js'

// Data packets of Windows Media files: ASF specification, section 5.2.

/** Part of a media object, which for sound is one or more blocks. */
export interface AsfPayload {
  streamNumber: number
  objectNumber: number
  offset: number
  objectBytes: number
  timeMs: number
  data: Uint8Array
}

/** Fields come in four lengths, chosen by two bits. */
const FIELD_BYTES = [0, 1, 2, 4]
const SINGLE_PAYLOAD_OBJECT = 1

/** The payloads of one packet; null when it is broken. */
export function parseAsfPacket(packet: Uint8Array): AsfPayload[] | null {
  try {
    return parse(packet)
  } catch (error) {
    // Reading past the end of the packet.
    if (error instanceof RangeError) return null
    throw error
  }
}

function parse(packet: Uint8Array): AsfPayload[] | null {
  const view = viewOf(packet)
  let at = 0
  const field = (code: number): number => {
    const start = at
    at += FIELD_BYTES[code]
    if (code === 0) return 0
    if (code === 1) return view.getUint8(start)
    return code === 2 ? view.getUint16(start, true) : view.getUint32(start, true)
  }
  const first = view.getUint8(0)
  const hasErrorCorrection = (first & 0x80) !== 0
  if (hasErrorCorrection) at += 1 + (first & 0x0f)
  const lengthFlags = field(1)
  const propertyFlags = field(1)
  const packetBytes = field((lengthFlags >> 5) & 3) || packet.length
  field((lengthFlags >> 1) & 3)
  const paddingBytes = field((lengthFlags >> 3) & 3)
  at += 6 // send time and duration
  const end = Math.min(packetBytes, packet.length) - paddingBytes
  const hasSeveral = (lengthFlags & 1) !== 0
  const payloadFlags = hasSeveral ? field(1) : 0
  const count = hasSeveral ? payloadFlags & 0x3f : 1

  const payloads: AsfPayload[] = []
  for (let i = 0; i < count; i++) {
    const streamNumber = field(1) & 0x7f
    const objectNumber = field((propertyFlags >> 4) & 3)
    const offset = field((propertyFlags >> 2) & 3)
    const replicatedBytes = field(propertyFlags & 3)
    // Sound is never sent as "compressed" payloads (replicated length 1), which are for tiny objects.
    if (replicatedBytes === SINGLE_PAYLOAD_OBJECT) return null
    const objectBytes = replicatedBytes >= 8 ? view.getUint32(at, true) : 0
    const timeMs = replicatedBytes >= 8 ? view.getUint32(at + 4, true) : 0
    at += replicatedBytes
    const bytes = hasSeveral ? field((payloadFlags >> 6) & 3) : end - at
    if (bytes < 0 || at + bytes > end) return null
    const data = packet.subarray(at, at + bytes)
    payloads.push({ streamNumber, objectNumber, offset, objectBytes: objectBytes || bytes, timeMs, data })
    at += bytes
  }
  return payloads
}
