/** Begun with a capital, as a sentence that stands by itself. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
