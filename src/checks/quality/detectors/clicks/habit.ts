// What a voice does again and again is its habit: hard plosives and smacks of the lips come in numbers, a click does not.

/** A moment that may be a click. */
export interface Moment {
  startSec: number
  endSec: number
  /** Natural logarithm of the odds that it is one. */
  odds: number
}

/** Odds between which a moment is doubtful: more, and it is a click, however many there are. */
const DOUBTFUL_FROM = 1
/** Heard together, about as much as the network was validated on at a time. */
const WITHIN_SEC = 14
/**
 * Each other doubtful moment makes one that is hardly sure as doubtful, up to three. In the tuning half, each voice judged by a
 * network that had not heard it, no false moment is sure that this would take, and one clear planted click in 1000 is taken: it
 * is there for voices that smack and click more than those.
 */
const COST = 1
const MOST_COST = 3

/** The odds of each moment, less for a habit of doubtful ones around it; `moments` by time. */
export function oddsLessHabit(moments: readonly Moment[], sureFrom: number): number[] {
  const doubtful = moments.filter(({ odds }) => odds > DOUBTFUL_FROM && odds < sureFrom)
  let from = 0
  let to = 0
  return moments.map((moment) => {
    while (from < doubtful.length && doubtful[from].startSec < moment.startSec - WITHIN_SEC) from++
    while (to < doubtful.length && doubtful[to].startSec <= moment.startSec + WITHIN_SEC) to++
    const isOne = moment.odds > DOUBTFUL_FROM && moment.odds < sureFrom
    return moment.odds - Math.min(MOST_COST, COST * (to - from - (isOne ? 1 : 0)))
  })
}
