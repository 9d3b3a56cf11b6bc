import type { AacConfig } from './aac.js'
import { AAC_SAMPLE_RATES_HZ } from './adts-header.js'
import { BitReader } from './bits.js'
import { corrupt, DecodeError, unsupported } from './error.js'

const OBJECT_TYPE_ESCAPE = 31
const RATE_ESCAPE = 15
/** Object types that wrap a plain AAC core: spectral band replication, and with parametric stereo. */
const OBJECT_TYPES_HE = [5, 29]

/** AudioSpecificConfig, ISO/IEC 14496-3 section 1.6.2.1: the core of the stream. */
export function parseAacConfig(bytes: Uint8Array): AacConfig {
  const bits = new BitReader(bytes)
  try {
    let objectType = readObjectType(bits)
    const rateIndex = readRateIndex(bits)
    const channelConfig = bits.unsigned(4)
    if (OBJECT_TYPES_HE.includes(objectType)) {
      readRateIndex(bits)
      objectType = readObjectType(bits)
    }
    const hasShortFrames = bits.unsigned(1) === 1
    if (hasShortFrames) throw unsupported('The AAC file has frames of 960 samples, which cannot be decoded')
    return { objectType, rateIndex, channelConfig }
  } catch (error) {
    if (error instanceof DecodeError) throw error
    throw corrupt('the description of its sound is incomplete', error)
  }
}

function readObjectType(bits: BitReader): number {
  const type = bits.unsigned(5)
  return type === OBJECT_TYPE_ESCAPE ? 32 + bits.unsigned(6) : type
}

/** A rate given in full has to be one of the table as well: frames are handed on with the index only. */
function readRateIndex(bits: BitReader): number {
  const index = bits.unsigned(4)
  const found = index === RATE_ESCAPE ? AAC_SAMPLE_RATES_HZ.indexOf(bits.unsigned(24)) : index
  if (found < 0 || found >= AAC_SAMPLE_RATES_HZ.length)
    throw unsupported('The AAC file has an unusual sample rate')
  return found
}
