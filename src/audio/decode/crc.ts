/** Byte-wise tables for the CRCs of FLAC (RFC 9639) and Ogg (RFC 3533): most significant bit first, start at 0. */
function table(width: 8 | 16 | 32, polynomial: number): Uint32Array {
  const top = 2 ** (width - 1)
  const mask = 2 ** width - 1
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte * 2 ** (width - 8)
    for (let bit = 0; bit < 8; bit++) {
      const shifted = (crc * 2) % 2 ** 32
      crc = ((crc >= top ? (shifted ^ polynomial) >>> 0 : shifted) & mask) >>> 0
    }
    return crc
  })
}

const CRC8 = table(8, 0x07)
const CRC16 = table(16, 0x8005)
const CRC32 = table(32, 0x04c11db7)

export function crc8(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0
  for (let i = from; i < to; i++) crc = CRC8[crc ^ bytes[i]]
  return crc
}

export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0
  for (let i = from; i < to; i++) crc = ((crc << 8) & 0xffff) ^ CRC16[(crc >> 8) ^ bytes[i]]
  return crc
}

/** `crc` carries on from an earlier stretch. */
export function crc32(bytes: Uint8Array, from: number, to: number, crc = 0): number {
  let sum = crc
  for (let i = from; i < to; i++) sum = (sum << 8) ^ CRC32[(sum >>> 24) ^ bytes[i]]
  return sum >>> 0
}
