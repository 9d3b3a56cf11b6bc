// Control characters (a name may hold any) and marks that turn the direction of writing could make a terminal show
// something other than what is there.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const treacherous = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Text for people, with everything that a terminal would obey spelled out. */
export function printable(text: string): string {
  return text.replace(treacherous, escaped)
}

/** JSON that is safe to print as well; escapes inside strings mean the same to every parser. */
export function printableJson(value: unknown): string {
  return safeJson(JSON.stringify(value, null, 2))
}

/** The same on one line, for JSON Lines. */
export function printableJsonLine(value: unknown): string {
  return safeJson(JSON.stringify(value))
}

function safeJson(json: string): string {
  // Line breaks of the layout are the only control characters that JSON leaves bare.
  return json.replace(treacherous, (character) => (character === '\n' ? character : escaped(character)))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
