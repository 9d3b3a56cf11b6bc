import type { Trend, VoicePoint } from '../../../../src/report/voices/trends.js'
import type { CheckName } from '../../api/audit.js'
import { clock } from '../../parts/numbers.js'

/** Who tells it. */
export function checkOf({ kind }: Pick<Trend, 'kind'>): CheckName {
  return kind === 'pace' ? 'pace' : 'comparison'
}

/** What a curve of at least one point shows. */
export function curveText(curve: VoicePoint[]): string {
  const lowest = curve.reduce((least, point) => (point.similarity < least.similarity ? point : least))
  const [first, last] = [curve[0], curve[curve.length - 1]]
  const told = ({ similarity, atSec }: VoicePoint) => `${similarity.toFixed(2)} at ${clock(atSec)}`
  return `How like its beginning the voice stays, 0 to 1: ${told(first)}, lowest ${told(lowest)}, ${told(last)}.`
}
