import { expect, test } from 'vitest'
import { PeakMeter } from '../../src/server/web/peaks/peaks.js'

const RATE_HZ = 8_000

test('the lowest and highest sample of each hundredth of a second, of all channels together', () => {
  const meter = new PeakMeter()
  const left = new Float32Array(200)
  const right = new Float32Array(200)
  left[10] = 0.5
  right[20] = -0.25
  left[90] = -1
  // In pieces that end anywhere.
  meter.add([left.slice(0, 30), right.slice(0, 30)], RATE_HZ)
  meter.add([left.slice(30), right.slice(30)], RATE_HZ)
  expect(meter.peaks()).toEqual({
    durationSec: 0.025,
    stepSec: 0.01,
    peaks: [-32, 64, -127, 0, 0, 0].map((value) => value || expect.closeTo(0)),
  })
})

test('an hour is no larger than a minute, and its one click is not lost', () => {
  const meter = new PeakMeter()
  const second = new Float32Array(RATE_HZ)
  for (let at = 0; at < 3600; at++) {
    second[77] = at === 1800 ? 0.9 : 0
    meter.add([second], RATE_HZ)
  }
  const { durationSec, stepSec, peaks } = meter.peaks()
  expect(durationSec).toBe(3600)
  expect(peaks.length / 2).toBeLessThanOrEqual(4000)
  const click = peaks.findIndex((value) => value > 100)
  expect(Math.abs(((click - 1) / 2) * stepSec - 1800)).toBeLessThan(stepSec)
})

test('louder than full scale is full scale', () => {
  const meter = new PeakMeter()
  meter.add([Float32Array.of(1.7, -2)], RATE_HZ)
  expect(meter.peaks().peaks).toEqual([-127, 127])
})
