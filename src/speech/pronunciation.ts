// A pronunciation for a word that the dictionary lacks: crude letter-to-sound rules for English, in the phone set of
// the CMU dictionary. It serves to find when a word was said, for which a rough sound is enough.

/** How the names of the letters are said. */
const LETTER_NAMES: Record<string, string> = {
  a: 'EY', b: 'B IY', c: 'S IY', d: 'D IY', e: 'IY', f: 'EH F', g: 'JH IY', h: 'EY CH', i: 'AY', j: 'JH EY',
  k: 'K EY', l: 'EH L', m: 'EH M', n: 'EH N', o: 'OW', p: 'P IY', q: 'K Y UW', r: 'AA R', s: 'EH S', t: 'T IY',
  u: 'Y UW', v: 'V IY', w: 'D AH B AH L Y UW', x: 'EH K S', y: 'W AY', z: 'Z IY',
} // biome-ignore format: a table

/** Letter groups, longest first; the first that fits at a place is taken. */
const SOUNDS: [string, string][] = [
  ['tion', 'SH AH N'], ['sion', 'ZH AH N'], ['ough', 'AO'], ['augh', 'AO'], ['eigh', 'EY'], ['igh', 'AY'],
  ['tch', 'CH'], ['sch', 'SH'], ['dge', 'JH'], ['ch', 'CH'], ['sh', 'SH'], ['th', 'TH'], ['ph', 'F'],
  ['wh', 'W'], ['ck', 'K'], ['ng', 'NG'], ['qu', 'K W'], ['kn', 'N'], ['wr', 'R'], ['gh', 'G'], ['gn', 'N'],
  ['ee', 'IY'], ['ea', 'IY'], ['oo', 'UW'], ['ou', 'AW'], ['ow', 'OW'], ['oi', 'OY'], ['oy', 'OY'], ['ai', 'EY'],
  ['ay', 'EY'], ['au', 'AO'], ['aw', 'AO'], ['ei', 'IY'], ['ey', 'IY'], ['ie', 'IY'], ['oa', 'OW'], ['oe', 'OW'],
  ['ue', 'UW'], ['ui', 'UW'], ['ew', 'UW'], ['ar', 'AA R'], ['er', 'ER'], ['ir', 'ER'], ['or', 'AO R'], ['ur', 'ER'],
  ['ce', 'S EH'], ['ci', 'S IH'], ['cy', 'S IY'], ['ge', 'JH EH'], ['gi', 'JH IH'],
  ['a', 'AE'], ['b', 'B'], ['c', 'K'], ['d', 'D'], ['e', 'EH'], ['f', 'F'], ['g', 'G'], ['h', 'HH'], ['i', 'IH'],
  ['j', 'JH'], ['k', 'K'], ['l', 'L'], ['m', 'M'], ['n', 'N'], ['o', 'OW'], ['p', 'P'], ['q', 'K'], ['r', 'R'],
  ['s', 'S'], ['t', 'T'], ['u', 'AH'], ['v', 'V'], ['w', 'W'], ['x', 'K S'], ['y', 'IY'], ['z', 'Z'],
] // biome-ignore format: a table

const HAS_VOWEL = /[aeiouy]/

/** Phones of a lower-case word; null when it holds no letter at all. */
export function guessPronunciation(word: string): string | null {
  const decomposed = word.normalize('NFD')
  const letters = decomposed.replace(/[^a-z]/g, '')
  if (!letters) return null
  if (!HAS_VOWEL.test(letters)) return [...letters].map((letter) => LETTER_NAMES[letter]).join(' ')
  const phones: string[] = []
  // A final e is silent after a consonant ("Steele"), unless it is the only vowel ("Che") or has an accent ("café").
  const silentE =
    /[^aeiou]e$/.test(letters) && HAS_VOWEL.test(letters.slice(0, -2)) && !/e\p{Mark}+$/u.test(decomposed)
  // It still softens a c or g before it ("lance", "bridge").
  const said = silentE ? letters.slice(0, -1).replace(/c$/, 's').replace(/g$/, 'j') : letters
  for (let at = 0; at < said.length; ) {
    const [group, sound] = SOUNDS.find(([candidate]) => said.startsWith(candidate, at))!
    // A doubled consonant is said once.
    if (phones.at(-1) !== sound || /[aeiou]/.test(group)) phones.push(sound)
    at += group.length
  }
  return phones.join(' ')
}
