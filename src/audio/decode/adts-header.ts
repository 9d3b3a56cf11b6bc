// ADTS, the self-contained framing of AAC: ISO/IEC 13818-7 section 6.2.

/** ISO/IEC 14496-3 table 1.18, by index. */
export const AAC_SAMPLE_RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
export const ADTS_HEADER_BYTES = 7

export interface AdtsHeader {
  /** AAC object type: 1 Main, 2 LC, 3 SSR, 4 LTP. */
  objectType: number
  rateIndex: number
  channelConfig: number
  /** With the header. */
  frameBytes: number
  headerBytes: number
  /** AAC frames of 1024 samples in this ADTS frame: always 1 in practice. */
  blocks: number
}

export function parseAdtsHeader(bytes: Uint8Array, at: number): AdtsHeader | null {
  if (at + ADTS_HEADER_BYTES > bytes.length) return null
  if (bytes[at] !== 0xff || (bytes[at + 1] & 0xf6) !== 0xf0) return null
  const rateIndex = (bytes[at + 2] >> 2) & 15
  const frameBytes = ((bytes[at + 3] & 3) << 11) | (bytes[at + 4] << 3) | (bytes[at + 5] >> 5)
  const headerBytes = bytes[at + 1] & 1 ? ADTS_HEADER_BYTES : ADTS_HEADER_BYTES + 2
  if (rateIndex >= AAC_SAMPLE_RATES_HZ.length || frameBytes <= headerBytes) return null
  return {
    objectType: (bytes[at + 2] >> 6) + 1,
    rateIndex,
    channelConfig: ((bytes[at + 2] & 1) << 2) | (bytes[at + 3] >> 6),
    frameBytes,
    headerBytes,
    blocks: (bytes[at + 6] & 3) + 1,
  }
}

/** Frames of one stream share all of these. */
export function isSameAdtsStream(a: AdtsHeader, b: AdtsHeader): boolean {
  return a.rateIndex === b.rateIndex && a.channelConfig === b.channelConfig && a.objectType === b.objectType
}
