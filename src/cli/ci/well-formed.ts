/** The text with every half of a surrogate pair that stands alone replaced: names of files may hold some, files may not. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}
