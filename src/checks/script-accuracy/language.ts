// Whether a script is written in another language than English.

/** The commonest small words of each language, less those that are English words too. */
const SMALL_WORDS: Record<string, string> = {
  English: 'the and of to in is that it for was on are with as be at this have from or had by not but what all were we when your can said there',
  Spanish: 'el la los las de que y en un una por con para es su como pero más este está muy sin sobre ser también nos del al se lo',
  French: 'le les des du et est une dans que qui pour pas sur au avec ce il elle nous vous sont mais ont cette plus être à ne se',
  German: 'der die das und ist nicht ein eine mit auf für den dem von zu im sich des auch es wir ich sie werden wird sind oder aber wie',
  Italian: 'il lo gli di che è e un una per con non sono del della dei nel si da come più anche ma questo questa ha alla',
  Portuguese: 'o os de que e do da em um uma para com não por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito',
  Dutch: 'de het een en van ik te dat die niet zijn is voor met op aan er maar om dan zou wat mijn wordt naar ook bij of',
} // biome-ignore format: a table

const WRITING: [name: string, letters: RegExp][] = [
  ['Japanese', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['Chinese', /\p{sc=Han}/gu],
  ['Korean', /\p{sc=Hangul}/gu],
  ['Russian or another Cyrillic language', /\p{sc=Cyrillic}/gu],
  ['Greek', /\p{sc=Greek}/gu],
  ['Arabic', /\p{sc=Arabic}/gu],
  ['Hebrew', /\p{sc=Hebrew}/gu],
  ['Hindi', /\p{sc=Devanagari}/gu],
  ['Thai', /\p{sc=Thai}/gu],
]

const smallWords = Object.entries(SMALL_WORDS).map(
  ([name, words]) => [name, new Set(words.split(' '))] as const,
)

/** A share of letters in another writing from which on the text is in it. */
const MOSTLY = 0.3
/** Fewer words tell no language by its small words. */
const FEWEST_WORDS = 5
const LEAST_SHARE = 0.15

/** The language of a text if it is clearly not English; null when it may be. */
export function foreignLanguage(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return null
  for (const [name, pattern] of WRITING) {
    if ((text.match(pattern)?.length ?? 0) > MOSTLY * letters) return name
  }
  const words = text.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? []
  if (words.length < FEWEST_WORDS) return null
  const shares = smallWords.map(([name, set]) => ({
    name,
    share: words.filter((word) => set.has(word)).length / words.length,
  }))
  const [english, ...others] = shares
  const best = others.reduce((a, b) => (b.share > a.share ? b : a))
  return best.share >= LEAST_SHARE && best.share > 2 * english.share ? best.name : null
}
