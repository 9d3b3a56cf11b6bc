// Directions that the recogniser wrote as other words: it does not expect "sighs" at the start of a sentence, and writes "size".
import type { Word } from '../../speech/speech-data.js'
import { isContentWord } from '../../text/function-words.js'
import { phoneDistance } from '../../text/phone-distance.js'
import { directionWords, isDirectionWord } from './directions.js'
import { bare } from './following-clause.js'
import { type PronounceAll, waysToSay } from './sounding.js'

/** What engines are given most; rarer ones would be found in too many other words. */
const COMMON =
  `laughs|laughing|laughter|laughs nervously|laughs softly|chuckles|chuckling|chuckles softly|giggles|giggling|soft laugh|
  sighs|sighing|sighs heavily|sighs deeply|gasps|gasping|coughs|coughing|sobs|sobbing|crying|sniffs|sniffles|groans|snorts|gulps|
  yawns|exhales|inhales|deep breath|takes a deep breath|clears throat|clears his throat|clears her throat|clearing throat|
  whispers|whispering|in a whisper|in a low voice|under his breath|mumbling|mutters|shouting|shouts|yells|yelling|screams|
  pause|pauses|long pause|short pause|dramatic pause|beat|silence|applause|music fades|music playing|door slams|door opens|
  voice breaking|trailing off|trails off|speaking softly|british accent|warmly|softly|gently|quietly|loudly|calmly|slowly|
  nervously|angrily|excitedly|sarcastically|cheerfully|playfully|sternly|coldly|dryly|thoughtfully|hesitantly|mischievously|
  enthusiastically|dramatically|confidently|tearfully|urgently|sad|calm|angry|excited|nervous|curious|happy|sarcastic|
  with a sigh|with a laugh|with a smile|laughs harder|exhales sharply|inhales deeply|mutters|moans|whimpers|wheezing|swallows|
  singing|humming|music fades in|door creaks|footsteps approaching|end of chapter|narrator voice|sound effect`
    .split('|')
    .map((entry) => entry.trim())

/** What was recognised with so little confidence, or less, may have been something else. */
const UNSURE = 0.75
/**
 * So much alike to be taken for each other: directions that flite said were recognised as words at 0.26 and below ("Exels" for "exhales",
 * "Clare's throat"). Of 400 clips of the corpus none has such words with a silence on both sides.
 */
const ALIKE = 0.26
/** The same without a silence behind it: "Cuffs" for "coughs", "Thor slams" for "door slams". */
const VERY_ALIKE = 0.13

/** What sounds less alike than this is not asked about: flite's "yells" was recognised as "yelves" (0.48), most are below 0.3. */
const SOMEWHAT_ALIKE = 0.48
/** The same for directions that are rarer. */
const SOMEWHAT_ALIKE_RARE = 0.38

export interface NearDirection {
  words: string[]
  distance: number
}

export interface MisrecognisedDirections {
  /** The direction that sounds the same as a word in lower case; else the word itself. */
  homophone(word: string): string
  /** The words of the direction that unsure words sound like, the more so where no silence follows; null for none. */
  like(said: readonly Word[], isApart: boolean): string[] | null
  /** Directions that sound somewhat like some words. */
  near(said: readonly Word[]): NearDirection[]
}

interface Entry {
  words: string[]
  ways: string[][]
}

const known = new WeakMap<PronounceAll, MisrecognisedDirections>()

/** Directions by their sound; made once for each dictionary. */
export function misrecognisedDirections(pronounce: PronounceAll): MisrecognisedDirections {
  const made = known.get(pronounce) ?? make(pronounce)
  known.set(pronounce, made)
  return made
}

function make(pronounce: PronounceAll): MisrecognisedDirections {
  const entryOf = (entry: string): Entry => {
    const words = entry.split(' ')
    return { words, ways: waysToSay(words, pronounce).filter((way) => way.length > 0) }
  }
  const entries = COMMON.map(entryOf)
  const rare = directionWords.filter((word) => !COMMON.includes(word)).map(entryOf)
  const bySound = new Map(
    entries
      .filter(({ words }) => words.length === 1)
      .flatMap(({ words, ways }) => ways.map((way) => [way.join(' '), words[0]] as const)),
  )
  const near = (said: readonly Word[], among: readonly Entry[], most: number): NearDirection[] => {
    const recognised = waysToSay(
      said.map(({ text }) => bare(text).replaceAll("'", '')),
      pronounce,
    )
    return among.flatMap(({ words, ways }) => {
      if (Math.abs(words.length - said.length) > 1) return []
      const distance = Math.min(
        ...ways.flatMap((way) => recognised.map((rival) => phoneDistance(way, rival))),
      )
      return distance <= most ? [{ words, distance }] : []
    })
  }
  return {
    homophone(word) {
      if (isDirectionWord(word)) return word
      const plain = word.replaceAll("'", '')
      if (isDirectionWord(plain)) return plain
      for (const way of waysToSay([plain], pronounce)) {
        const same = bySound.get(way.join(' '))
        if (same) return same
      }
      return word
    },
    like(said, isApart) {
      const confidence = said.reduce((sum, word) => sum + word.confidence, 0) / said.length
      if (confidence > UNSURE || !isContentWord(bare(said.at(-1)!.text))) return null
      const nearest = near(said, entries, isApart ? ALIKE : VERY_ALIKE).sort(
        (one, other) => one.distance - other.distance,
      )
      return nearest[0]?.words ?? null
    },
    near: (said) => [...near(said, entries, SOMEWHAT_ALIKE), ...near(said, rare, SOMEWHAT_ALIKE_RARE)],
  }
}
