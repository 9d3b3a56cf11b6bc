import { describe, expect, it } from 'vitest'
import { predictionResidual } from '../../src/audio/prediction-residual.js'

describe('predictionResidual', () => {
  it('leaves of an autoregressive sound what drives it', () => {
    // x[n] = 1.6 x[n-1] - 0.8 x[n-2] + drive: the residual is the drive again.
    const drive = Float32Array.from({ length: 16_000 }, (_, n) => Math.sin(n * n * 0.7))
    const sound = new Float32Array(drive.length)
    for (let n = 0; n < sound.length; n++)
      sound[n] = drive[n] + 1.6 * (sound[n - 1] ?? 0) - 0.8 * (sound[n - 2] ?? 0)
    const residual = predictionResidual(sound, 16_000)
    let error = 0
    let power = 0
    for (let n = 4000; n < 12_000; n++) {
      error += (residual[n] - drive[n]) ** 2
      power += drive[n] ** 2
    }
    expect(error / power).toBeLessThan(0.15)
  })
})
