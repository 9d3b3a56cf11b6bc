import type { Waveform } from '../../api/waveform.js'

/** Of the drawing, which is stretched to the room that a row has. */
export const OUTLINE_WIDTH = 72
export const OUTLINE_HEIGHT = 24

const FULL_SCALE = 127
/** As in Waveform.tsx: speech is enlarged, but silence must not look like it. */
const MOST_GAIN = 4

/** A stroke for each column, as the path of an SVG. */
export function outlinePath({ peaks }: Pick<Waveform, 'peaks'>): string {
  const stretches = peaks.length / 2
  const columns = Math.min(OUTLINE_WIDTH, stretches)
  const middle = OUTLINE_HEIGHT / 2
  const highest = peaks.reduce((most, peak) => Math.max(most, Math.abs(peak)), 1)
  const scale = middle * Math.min(MOST_GAIN / FULL_SCALE, 0.95 / highest)
  const strokes: string[] = []
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * stretches) / columns)
    const to = Math.max(from + 1, Math.floor(((column + 1) * stretches) / columns))
    const own = peaks.slice(2 * from, 2 * to)
    const high = Math.max(0.4, scale * Math.max(...own))
    const low = Math.min(-0.4, scale * Math.min(...own))
    const x = ((column + 0.5) * OUTLINE_WIDTH) / columns
    strokes.push(`M${x.toFixed(1)} ${(middle - high).toFixed(1)}V${(middle - low).toFixed(1)}`)
  }
  return strokes.join('')
}
