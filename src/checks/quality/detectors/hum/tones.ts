// Tones that sound together are one hum, and so are its parts in neighbouring sections.
import { parameters } from './parameters.js'

const { joinedSec, placesItDb, sameToneHz } = parameters

export interface Tone {
  startSec: number
  endSec: number
  hz: number
  /** Over the masked threshold. */
  excessDb: number
  /** The same, less what small loudspeakers lose of it. */
  onLoudspeakersDb: number
  /** Against the speech. */
  levelDb: number
}

/** Each hum is as loud as all its tones together. */
export function humsOf(tones: readonly Tone[]): Omit<Tone, 'hz'>[] {
  const groups: Tone[][] = []
  for (const tone of [...tones].sort((one, other) => one.startSec - other.startSec)) {
    const group = groups.at(-1)
    const endSec = group ? Math.max(...group.map((each) => each.endSec)) : -Infinity
    if (group && tone.startSec < endSec + joinedSec) group.push(tone)
    else groups.push([tone])
  }
  return groups.map((group) => {
    const strongestDb = Math.max(...group.map(({ excessDb }) => excessDb))
    const telling = group.filter(({ excessDb }) => excessDb > strongestDb - placesItDb)
    return {
      startSec: Math.min(...telling.map(({ startSec }) => startSec)),
      endSec: Math.max(...telling.map(({ endSec }) => endSec)),
      excessDb: together(group, ({ excessDb }) => excessDb),
      onLoudspeakersDb: together(group, ({ onLoudspeakersDb }) => onLoudspeakersDb),
      levelDb: Math.max(...group.map(({ levelDb }) => levelDb)),
    }
  })
}

function together(group: Tone[], levelDb: (tone: Tone) => number): number {
  const counted: Tone[] = []
  for (const tone of [...group].sort((one, other) => other.excessDb - one.excessDb))
    if (counted.every(({ hz }) => Math.abs(hz - tone.hz) > sameToneHz)) counted.push(tone)
  return 10 * Math.log10(counted.reduce((sum, tone) => sum + 10 ** (levelDb(tone) / 10), 0))
}
