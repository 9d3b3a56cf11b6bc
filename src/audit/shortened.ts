/** Enough to know it again. */
const MOST_QUOTED_CHARACTERS = 100

/** What a caller sent, as a message repeats it: never more than a line of it. */
export function shortened(text: string): string {
  return text.length > MOST_QUOTED_CHARACTERS ? `${text.slice(0, MOST_QUOTED_CHARACTERS)}...` : text
}
