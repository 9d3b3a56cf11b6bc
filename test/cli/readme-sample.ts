// What README.md shows of the first audit is what the program prints. UPDATE_README=1 writes it anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const readme = fileURLToPath(new URL('../../README.md', import.meta.url))
const block = /(?<=^```\n\$ npx audio-audit run samples\n)[\s\S]*?(?=^```$)/m

export function shownInReadme(): string {
  return block.exec(readFileSync(readme, 'utf8'))?.[0] ?? ''
}

export function showInReadme(output: string): void {
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(block, () => output),
  )
}

/** Words and numbers apart: processors round differently, so that a last digit may be another. */
export function wordsAndNumbers(text: string): { words: string; numbers: number[] } {
  const number = /\d+(\.\d+)?/g
  return {
    words: text.replace(number, '#').replace(/[ +-]+/g, ' '),
    numbers: [...text.matchAll(number)].map(([digits]) => Number(digits)),
  }
}
