import { describe, expect, it } from 'vitest'
import { wavBytes } from '../../voices/wav.js'

describe('wavBytes', () => {
  it('writes 16-bit PCM, clipped and interleaved', () => {
    const wav = wavBytes([Float32Array.of(0.5, 2), Float32Array.of(-1, -0.25)], 16000)
    // Header after the RIFF specification, by hand: 44 + 8 bytes, PCM, 2 channels, 16000 Hz, 64000 bytes/s, 4, 16.
    expect(wav.toString('hex')).toBe(
      '524946462c00000057415645666d742010000000' +
        '01000200803e000000fa000004001000' +
        '6461746108000000' +
        '00400080ff7f00e0',
    )
  })

  it('writes float', () => {
    const wav = wavBytes(Float32Array.of(0.5, -2), 24000, 'float32')
    expect(wav.readUInt16LE(20)).toBe(3)
    expect(wav.readUInt16LE(34)).toBe(32)
    expect(wav.readUInt32LE(28)).toBe(96000)
    expect([wav.readFloatLE(44), wav.readFloatLE(48)]).toEqual([0.5, -2])
  })
})
