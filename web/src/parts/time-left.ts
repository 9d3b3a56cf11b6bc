import { counted } from './numbers.js'

/** Rounded as far as an estimate may be: "about 3 minutes left". */
export function timeLeftText(timeLeftSec: number): string {
  if (timeLeftSec < 10) return 'a few seconds left'
  if (timeLeftSec < 60) return `about ${10 * Math.round(timeLeftSec / 10)} seconds left`
  if (timeLeftSec < 3600) return `about ${counted(Math.round(timeLeftSec / 60), 'minute')} left`
  return `about ${counted(Math.round(timeLeftSec / 3600), 'hour')} left`
}
