import type { Interval } from '../../../../speech/heard.js'
import type { Section } from '../../section.js'

/** The loudest frames are left out: something louder than speech may have fallen upon them. */
const USUAL_SHARE = 0.95
const FEWEST_FRAMES = 20

/** Mean level of the speech in a section, dB in the units of its spectrum; null with too little speech. */
export function speechLevelDb(section: Section, speech: Interval[]): number | null {
  const { spectrum } = section
  const startSec = section.timeSec(0)
  const powers: number[] = []
  let index = 0
  for (let frame = 0; frame < spectrum.frames; frame++) {
    const timeSec = startSec + spectrum.timesSec[frame]
    while (index < speech.length && speech[index].endSec <= timeSec) index++
    if (index === speech.length) break
    if (timeSec < speech[index].startSec) continue
    let power = 0
    // Bins 0 and 1 may hold an offset.
    for (let bin = 2; bin < spectrum.dims; bin++) power += spectrum.data[frame * spectrum.dims + bin]
    powers.push(power)
  }
  if (powers.length < FEWEST_FRAMES) return null
  powers.sort((a, b) => a - b)
  const usual = powers.slice(0, Math.ceil(USUAL_SHARE * powers.length))
  const mean = usual.reduce((sum, power) => sum + power, 0) / usual.length
  return mean > 0 ? 10 * Math.log10(mean) : null
}
