import type { Spectrum } from '../../../../audio/spectrum.js'
import type { Interval } from '../../../../speech/heard.js'
import { sumOf } from '../../front-end/frame-levels.js'
import type { Section } from '../../front-end/section.js'

/** The loudest frames are left out: something louder than speech may have fallen upon them. */
const USUAL_SHARE = 0.95
const FEWEST_FRAMES = 20

/** Mean level of the speech in a section, dB in the units of its spectrum; null with too little speech. */
export function speechLevelDb(section: Section, speech: Interval[]): number | null {
  const { spectrum } = section
  const startSec = section.timeSec(0)
  const powers = new Float64Array(spectrum.frames)
  let count = 0
  let index = 0
  for (let frame = 0; frame < spectrum.frames; frame++) {
    const timeSec = startSec + spectrum.timesSec[frame]
    while (index < speech.length && speech[index].endSec <= timeSec) index++
    if (index === speech.length) break
    if (timeSec < speech[index].startSec) continue
    powers[count++] = powerOf(spectrum, frame)
  }
  if (count < FEWEST_FRAMES) return null
  const ordered = powers.subarray(0, count).sort()
  const usual = Math.ceil(USUAL_SHARE * count)
  let sum = 0
  for (let index = 0; index < usual; index++) sum += ordered[index]
  return sum > 0 ? 10 * Math.log10(sum / usual) : null
}

/** Bins 0 and 1 may hold an offset. */
function powerOf({ data, dims }: Spectrum, frame: number): number {
  return sumOf(data, frame * dims + 2, (frame + 1) * dims)
}
