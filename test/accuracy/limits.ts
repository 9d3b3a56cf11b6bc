// How far a count may fall before the gate says that something got worse.

/** How often the gate may fail a change that made nothing worse, per row, if the files were drawn anew each time. */
const FALSE_ALARM = 0.01

/**
 * The fewest of `count` that must be found where `today` are. A change that moves single files across a border, as another
 * processor or a retrained weight does, is not a regression: if today's rate held and the files were drawn anew, the count
 * would fall below this one time in a hundred. The rate is (today + 1/2) / (count + 1) (H. Jeffreys' prior), so that a row
 * in which all are found today still allows for some: 24 of 24 gives 21, and a detector that finds two thirds of
 * what it did passes that one time in fifty.
 */
export function fewestFound(today: number, count: number): number {
  const rate = (today + 0.5) / (count + 1)
  let fewest = 0
  for (let below = probability(0, count, rate); below <= FALSE_ALARM && fewest < count; ) {
    fewest++
    below += probability(fewest, count, rate)
  }
  return fewest
}

/** Of exactly so many successes (binomial). */
export function probability(successes: number, count: number, rate: number): number {
  let ways = 1
  for (let k = 1; k <= successes; k++) ways *= (count - successes + k) / k
  return ways * rate ** successes * (1 - rate) ** (count - successes)
}
