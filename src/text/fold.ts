/** What NFKC would get wrong: it glues the digits of a fraction to the number before it ("1½" -> "11/2"). */
const VULGAR_FRACTION: Record<string, string> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅐': '1/7',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
  '⅑': '1/9',
  '⅒': '1/10',
}
const VULGAR_FRACTIONS = new RegExp(`(\\d?)([${Object.keys(VULGAR_FRACTION).join('')}])`, 'g')

/** Letters that Unicode does not decompose into a base letter and a mark. */
const UNDECOMPOSED: Record<string, string> = {
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ß: 'ss',
}

/**
 * One way of writing each character: plain quotes and hyphens, no ligatures, no accents, no invisible characters.
 * Case stays, because "US" and "II" are told from "us" by it. A mixed fraction becomes "1+1/2", still one token.
 * A dash that parts a sentence becomes a space; a dash between digits or letters becomes a hyphen.
 */
export function fold(text: string): string {
  // Most words are plain: nothing below would change them.
  if (/^[\x20-\x7E]*$/.test(text) && !text.includes('`') && !text.includes('--')) return text
  return text
    .replace(/[™®©\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(VULGAR_FRACTIONS, (_, digit: string, fraction: string) =>
      digit ? `${digit}+${VULGAR_FRACTION[fraction]}` : VULGAR_FRACTION[fraction]!,
    )
    .replace(/º/g, '°')
    .normalize('NFKC')
    .replace(/[‘’‚‛`´ʼ′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒−⁃]/g, '-')
    .replace(/(?<=\d\s?)–(?=\s?\d)/g, '-')
    .replace(/(?<=\S)–(?=\S)/g, '-')
    .replace(/[–—―]/g, ' ')
    .replace(/(?<=[\p{L}\p{P}])--+(?=[\p{L}\p{P}]|\s|$)/gu, ' ')
    .replace(/[æÆœŒøØłŁđĐðþıß]/g, (letter) => UNDECOMPOSED[letter]!)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
}
