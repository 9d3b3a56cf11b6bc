import { printable } from '../printable.js'
import { wellFormed } from './well-formed.js'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for the inside of an XML 1.0 element or attribute, whatever it holds: what XML cannot have is spelled out or replaced. */
export function xmlText(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      wellFormed(printable(line))
        .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
        .replaceAll(/[&<>"']/g, (character) => entities[character]),
    )
    .join('&#10;')
}
