// Scripts and what a faulty voice makes of them.

import { seededRandom, stableHash } from '../../lab/random.js'
import { isContentWord } from '../../src/text/function-words.js'
import { normaliseWords } from '../../src/text/normalise.js'
import type { ScriptText, TextKind } from '../script-texts.js'

export const plantKinds = [
  'clean',
  'clean with tags',
  'spoken tag',
  'skipped word',
  'changed word',
  'skipped sentence',
  'repeated phrase',
  'truncation',
  'run-on',
] as const
export type PlantKind = (typeof plantKinds)[number]

export interface Plant {
  kind: PlantKind
  textKind: TextKind
  script: string
  /** What the voice is given to say. */
  said: string
  /** Index of the said word at which a spoken tag begins. */
  tagAt?: number
  /** What was done to which words. */
  detail: string
}

/** What faults are made of. */
export interface Faults {
  directions: readonly string[]
  otherWords: readonly string[]
  runOns: readonly string[]
}

/** One case of every kind that the text allows; the same text gives the same cases. */
export function plantsOf(
  { kind: textKind, text }: ScriptText,
  { directions, otherWords, runOns }: Faults,
): Plant[] {
  const random = seededRandom(stableHash(text))
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]
  const words = text.split(' ')
  const sentences = text.split(/(?<=[.?!])(?<!\b(?:Mr|Mrs|Ms|Dr|St)\.) (?=[A-Z])/)
  const plant = (kind: PlantKind, script: string, said: string, detail: string): Plant => ({
    kind,
    textKind,
    script,
    said,
    detail,
  })
  const plants: Plant[] = [plant('clean', text, text, '')]

  const direction = pick(directions)
  const tagged = `${direction} ${text}`
  plants.push(plant('clean with tags', tagged, text, direction))
  const atSentence = pick(sentences.map((_, index) => index))
  const spoken = direction.replace(/[[\]()<>*]/g, '')
  const before = sentences.slice(0, atSentence)
  const after = sentences.slice(atSentence)
  const mark = pick(['.', ',', ''])
  plants.push({
    ...plant(
      'spoken tag',
      [...before, direction, ...after].join(' '),
      [...before, capitalised(spoken) + mark, ...after].join(' '),
      `${direction} ${mark}`,
    ),
    tagAt: before.join(' ').split(' ').filter(Boolean).length,
  })

  const content = words.flatMap((word, index) => (isPlainContent(word) ? [index] : []))
  // Without its only word of content a prompt is no longer a text.
  if (words.length >= 3) {
    const skipped = pick(content)
    plants.push(plant('skipped word', text, words.toSpliced(skipped, 1).join(' '), words[skipped]))
  }
  const changed = pick(content)
  const other = pick(otherWords)
  const punctuation = /[.,?!]*$/.exec(words[changed])![0]
  plants.push(
    plant(
      'changed word',
      text,
      words.with(changed, other + punctuation).join(' '),
      `${words[changed]} > ${other}`,
    ),
  )
  if (sentences.length > 1) {
    const lost = pick(sentences.map((_, index) => index))
    plants.push(plant('skipped sentence', text, sentences.toSpliced(lost, 1).join(' '), sentences[lost]))
  }
  if (words.length >= 4) {
    const length = Math.min(words.length, 3 + Math.floor(random() * 3))
    const from = Math.floor(random() * (words.length - length + 1))
    const phrase = words.slice(from, from + length)
    plants.push(
      plant(
        'repeated phrase',
        text,
        words.toSpliced(from + length, 0, ...phrase).join(' '),
        phrase.join(' '),
      ),
    )
  }
  if (words.length >= 4) {
    const cut = 2 + Math.floor(random() * Math.min(3, words.length - 3))
    plants.push(plant('truncation', text, `${words.slice(0, -cut).join(' ')}.`, words.slice(-cut).join(' ')))
  }
  const more = pick(runOns)
  plants.push(plant('run-on', text, `${text} ${more}`, more))
  return plants
}

function capitalised(text: string): string {
  return text[0].toUpperCase() + text.slice(1)
}

/** A word of letters that means something by itself. */
function isPlainContent(written: string): boolean {
  const bare = written.replace(/[.,?!]+$/, '')
  return /^[A-Za-z]{3,}$/.test(bare) && normaliseWords(bare).every(isContentWord)
}
