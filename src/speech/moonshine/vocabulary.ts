// Moonshine writes in Llama's SentencePiece vocabulary: "▁" opens a word, <0xNN> is a byte of UTF-8.
import { createRequire } from 'node:module'
import type Tokenizer from 'llama-tokenizer-js'

const WORD_OPENS = '▁'
const BYTE = /^<0x([0-9A-F]{2})>$/
/** <unk>, <s>, </s>: marks, not text. Above the vocabulary lie further marks that are never written. */
const FIRST_TEXT_ID = 3

let opened: typeof Tokenizer | undefined

/** Unpacked when first asked for, which takes a quarter of a second: most processes and threads import it for nothing. */
function tokenizer(): typeof Tokenizer {
  opened ??= createRequire(import.meta.url)('llama-tokenizer-js').default as typeof Tokenizer
  return opened
}

/** The vocabulary entry, or '' for what is not text. */
function entry(id: number): string {
  return id >= FIRST_TEXT_ID ? (tokenizer().vocabById[id] ?? '') : ''
}

export function opensWord(id: number): boolean {
  return entry(id).startsWith(WORD_OPENS)
}

/** Letters, digits or bytes of them: not the mere opening of a word, not punctuation, both of which look elsewhere. */
export function hasText(id: number): boolean {
  const written = entry(id)
  return BYTE.test(written) || /[\p{L}\p{N}]/u.test(written)
}

export function textOfTokens(ids: number[]): string {
  const bytes: number[] = []
  for (const id of ids) {
    const written = entry(id)
    const byte = BYTE.exec(written)
    if (byte) bytes.push(Number.parseInt(byte[1], 16))
    else bytes.push(...new TextEncoder().encode(written.replaceAll(WORD_OPENS, ' ')))
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

/** The tokens of a text as the recogniser would write it. */
export function tokensOfText(text: string): number[] {
  return tokenizer().encode(text, false)
}
