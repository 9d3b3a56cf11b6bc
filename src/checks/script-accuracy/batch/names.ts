/** More names than this are counted: the finding has them all. */
const MOST_NAMED = 3

/** "a.wav", "a.wav and b.wav", "a.wav, b.wav and c.wav", "a.wav, b.wav and 5 more". */
export function named(names: readonly string[]): string {
  if (names.length <= 1) return names.join('')
  const shown = names.length <= MOST_NAMED ? names : names.slice(0, MOST_NAMED - 1)
  const rest = names.length - shown.length
  return rest > 0
    ? `${shown.join(', ')} and ${rest} more`
    : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
