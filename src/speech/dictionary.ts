// The pronouncing dictionary that the aligner brings: 135,000 lines of a word and its phones. Comments begin with ";;";
// further ways to say a word are marked, "and(2)". A thread asks for few of them, so no more is made than a table of where
// words with the same first two letters stand; to take all lines apart would take 0.3 s.

import { readModelFile } from './models.js'
import { once } from './once.js'

interface Stretch {
  from: number
  to: number
}

export class Dictionary {
  /** Every line ends with a line break and follows one. */
  private readonly text: string
  /** From the line break before the first word to the end of the last, by the first two letters. */
  private readonly stretches = new Map<string, Stretch>()

  /** The text is ASCII. */
  constructor(text: string) {
    this.text = `\n${text}\n`
    let prefix = ''
    let stretch: Stretch = { from: 0, to: 0 }
    for (let lineBreak = 0, next = 0; next !== -1; lineBreak = next) {
      next = this.text.indexOf('\n', lineBreak + 1)
      const end = next === -1 ? this.text.length : next + 1
      if (!this.text.startsWith(prefix, lineBreak + 1) || prefix === '') {
        prefix = this.text.slice(lineBreak + 1, lineBreak + 3)
        stretch = this.stretches.get(prefix) ?? { from: lineBreak, to: end }
        this.stretches.set(prefix, stretch)
      }
      stretch.to = end
    }
  }

  /** Every way to say a lower-case word, phones apart by spaces, the usual one first. */
  get(word: string): string[] | undefined {
    // A comment is no word, and neither is the mark of a further way.
    if (/^;;|[\s()]/.test(word) || word === '') return undefined
    const ways = [...this.linesWith(`${word} `), ...this.linesWith(`${word}(`)]
    return ways.length > 0 ? ways.map((line) => line.slice(line.indexOf(' ') + 1).trim()) : undefined
  }

  private linesWith(start: string): string[] {
    const stretch = this.stretches.get(start.slice(0, 2))
    if (!stretch) return []
    const part = this.text.slice(stretch.from, stretch.to)
    const lines: string[] = []
    for (let at = part.indexOf(`\n${start}`); at !== -1; at = part.indexOf(`\n${start}`, at + 1))
      lines.push(part.slice(at + 1, part.indexOf('\n', at + 1)))
    return lines
  }
}

/** Opened once per thread. */
export const dictionary = once(
  async () => new Dictionary(Buffer.from(readModelFile('alignerDictionary')).toString('latin1')),
)
