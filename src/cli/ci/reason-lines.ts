import type { CaseVerdict } from './verdict.js'

/** More places of one file nobody reads in a log. */
const MOST_PLACES = 20

/** Why a file is flagged by a check, and where: a line each. */
export function reasonLines({ reasons, faults, worsening }: CaseVerdict): string[] {
  const shown = faults.slice(0, MOST_PLACES)
  return [
    ...reasons.map(({ message }) => message),
    ...(worsening === null ? [] : [`worse than the baseline: ${worsening}`]),
    ...shown.map(({ timeSec, endSec, words }) => `${span(timeSec, endSec)} ${words}`),
    ...(faults.length > shown.length ? [`and ${faults.length - shown.length} more`] : []),
  ]
}

function span(timeSec: number | null, endSec: number | null): string {
  if (timeSec === null) return 'whole file:'
  return endSec === null || endSec === timeSec
    ? `${timeSec.toFixed(2)} s:`
    : `${timeSec.toFixed(2)}-${endSec.toFixed(2)} s:`
}
