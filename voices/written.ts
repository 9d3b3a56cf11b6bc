// From a text as written to what an engine is to say, token by token, so that times can be given for the written
// words. Engines read numbers themselves; spelt out here is only what they read wrongly or take for a sentence end.

export interface WrittenToken {
  /** The token as written, without the punctuation around it: "$3.50", "Dr", "isn't". */
  written: string
  /** What the engine is given, punctuation included: "3 dollars and 50 cents,". May be several words. */
  spoken: string
}

const abbreviations: Record<string, string> = {
  'mr.': 'Mister',
  'mrs.': 'Missis',
  'ms.': 'Miz',
  'dr.': 'Doctor',
  'prof.': 'Professor',
  'jr.': 'Junior',
  'sr.': 'Senior',
  'vs.': 'versus',
  'etc.': 'et cetera',
  'e.g.': 'for example',
  'i.e.': 'that is',
  '&': 'and',
}

const currencies: Record<string, { unit: string; part: string }> = {
  $: { unit: 'dollar', part: 'cent' },
  '£': { unit: 'pound', part: 'penny' },
  '€': { unit: 'euro', part: 'cent' },
}

const openingMarks = '["\'“‘(\\[«]*'
const closingMarks = '["\'”’)\\]».,;:!?…—]*'
const tokenShape = new RegExp(`^(${openingMarks})(.*?)(${closingMarks})$`, 'u')
const sentenceEnd = /[.!?…]["'”’)\]»]*$/u
const initial = /^["'“‘(]*\p{Lu}\.$/u

/** Splits a text in sentences of tokens; a line break ends a sentence too. */
export function sentencesOf(text: string): WrittenToken[][] {
  const sentences: WrittenToken[][] = []
  for (const line of text.split(/\n+/)) {
    let sentence: WrittenToken[] = []
    for (const raw of line.split(/\s+/).filter(Boolean)) {
      if (/^\p{P}+$/u.test(raw) && !(raw in abbreviations)) {
        // A dash or dots standing alone are a pause after the word before.
        const previous = sentence.at(-1)
        if (previous && /\p{L}$|\p{N}$/u.test(previous.spoken)) previous.spoken += ','
        continue
      }
      const token = tokenOf(raw)
      sentence.push(token)
      if (sentenceEnd.test(token.spoken) && !initial.test(raw)) {
        sentences.push(sentence)
        sentence = []
      }
    }
    if (sentence.length > 0) sentences.push(sentence)
  }
  return sentences
}

function tokenOf(raw: string): WrittenToken {
  const [, opening, core, closing] = tokenShape.exec(raw)!
  // The dot of an abbreviation belongs to it; a further mark after it ("etc.,") does not.
  const abbreviated = closing.startsWith('.') ? abbreviations[`${core}.`.toLowerCase()] : abbreviations[core]
  if (abbreviated) return { written: core, spoken: `${opening}${abbreviated}${closing.replace(/^\./, '')}` }
  return { written: core, spoken: `${opening}${spelled(core)}${closing}` }
}

function spelled(core: string): string {
  const money = /^([$£€])(\d[\d,]*)(?:\.(\d\d))?$/.exec(core)
  if (money) {
    const { unit, part } = currencies[money[1]]
    const units = countOf(Number(money[2].replaceAll(',', '')), unit)
    const parts = Number(money[3] ?? 0)
    return parts > 0 ? `${units} and ${countOf(parts, part)}` : units
  }
  const percent = /^([\d.,]+)%$/.exec(core)
  if (percent) return `${spelled(percent[1])} percent`
  const clock = /^(\d{1,2}):(\d\d)$/.exec(core)
  if (clock)
    return Number(clock[2]) === 0 ? `${clock[1]} o'clock` : `${clock[1]} ${clock[2].replace(/^0/, 'oh ')}`
  if (/^\d{1,3}(,\d{3})+$/.test(core)) return core.replaceAll(',', '')
  return core
}

function countOf(count: number, unit: string): string {
  if (count === 1) return `1 ${unit}`
  return `${count} ${unit === 'penny' ? 'pence' : `${unit}s`}`
}
