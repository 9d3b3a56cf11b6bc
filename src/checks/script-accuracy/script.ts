// What of a script is to be said, and what only tells how: directions, markup, the names of speakers.
import { isDirection, isDirectionWord } from './directions.js'

export interface ScriptTag {
  /** As written, brackets included. */
  tag: string
  content: string
  /** Index of the spoken word that it stands before, counted as `text` is parted by white space. */
  wordIndex: number
}

export interface Script {
  /** What is to be said, its words parted by single spaces. */
  text: string
  tags: ScriptTag[]
}

/** Who speaks from a word on. */
export interface ScriptSpeaker {
  /** The name, as written. */
  label: string
  /** Index of the first word, counted as `text` is parted by white space. */
  wordIndex: number
}

/** Stands in the text for a tag until its place is known; from Unicode's private use area, so never in a script. */
const MARK = '\uE000'

/** `speaker`: who should speak, where that is known; the name is no word to say then, though it stands there once. */
export function readScript(script: string, speaker?: string): Script {
  const { text, tags } = read(script, speaker, () => '')
  return { text, tags }
}

/** The names that stand before what they say, in the order of the script. */
export function speakersIn(script: string, speaker?: string): ScriptSpeaker[] {
  const labels: string[] = []
  const { places } = read(script, speaker, (label) => `${MARK}s${labels.push(label) - 1}${MARK} `)
  return labels.flatMap((label, at) => {
    const wordIndex = places.get(at)
    return wordIndex === undefined ? [] : [{ label, wordIndex }]
  })
}

/** Whether a line begins with the name and a colon. */
export function hasLabel(script: string, name: string): boolean {
  return script.split(/\r?\n/).some((line) => SPEAKER.exec(line)?.[1].toLowerCase() === name.toLowerCase())
}

interface ReadScript extends Script {
  /** Before which word the mark of each label stood; one inside of a direction has no place. */
  places: Map<number, number>
}

/** `markOf`: what stands in the text for the label of a speaker, to be placed like a tag. */
function read(script: string, speaker: string | undefined, markOf: (label: string) => string): ReadScript {
  const tags: Omit<ScriptTag, 'wordIndex'>[] = []
  const marked = (tag: string, content: string) => {
    tags.push({ tag, content: content.replace(/\s+/g, ' ').trim() })
    return ` ${MARK}${tags.length - 1}${MARK} `
  }
  const spoken = emphasis(
    parentheses(
      squareBrackets(
        elements(withoutMarkdownBlocks(script.replaceAll(MARK, ''), speaker, markOf), marked),
        marked,
      ),
      marked,
    ),
    marked,
  )
  return placed(spoken, tags)
}

/** Takes the marks out again, noting before which word each stood. */
function placed(text: string, tags: Omit<ScriptTag, 'wordIndex'>[]): ReadScript {
  const words: string[] = []
  const found: ScriptTag[] = []
  const places = new Map<number, number>()
  const mark = new RegExp(`^${MARK}(s?)(\\d+)${MARK}$`)
  for (const word of text.split(/\s+/)) {
    const [, isSpeaker, index] = mark.exec(word) ?? []
    if (isSpeaker) places.set(Number(index), words.length)
    else if (index !== undefined) found.push({ ...tags[Number(index)], wordIndex: words.length })
    // A dash or a full stop left alone where a tag was taken out is nothing to say.
    else if (/[\p{L}\p{N}]|^[&+=%@×÷<>~]$/u.test(word)) words.push(word)
    else if (word && words.length > 0) words[words.length - 1] += word
  }
  return { text: words.join(' '), tags: found, places }
}

/** Headings, quotes, lists, rules, fences, links and the names of speakers. */
function withoutMarkdownBlocks(
  script: string,
  speaker: string | undefined,
  markOf: (label: string) => string,
): string {
  const lines = script.split(/\r?\n/).map((line) =>
    line
      .replace(/^\s*(```|~~~).*$/, '')
      .replace(/^\s*([-*_=]\s*){3,}$/, '')
      .replace(/^\s{0,3}#{1,6}\s+.*$/, headingText)
      .replace(/^\s*(>\s?)+/, '')
      .replace(/^\s*[-*+•]\s+(?=\S)/, '')
      // An opening bracket inside ends the search, so that a line of nothing but openings is read once.
      .replace(/!\[([^[\]]*)\]\([^)[\s]*\)/g, '$1')
      .replace(/\[([^[\]]+)\]\((?:https?:|mailto:|\/|#)[^)[\s]*\)/g, '$1')
      .replace(/`([^`]+)`/g, '$1'),
  )
  return withoutSpeakers(lines, speaker, markOf).join('\n')
}

/** "## Title ##" */
function headingText(line: string): string {
  const title = line.trimStart().replace(/^#+/, '').trim()
  let end = title.length
  while (end > 0 && title[end - 1] === '#') end--
  return title.slice(0, end).trimEnd()
}

/** A name before a colon at the start of a line, up to three words, maybe in bold or brackets. */
const SPEAKER =
  /^\s*(?:\*\*|__)?((?:\p{Lu}[\p{L}\p{M}'.-]*|\d+)(?: (?:\p{Lu}[\p{L}\p{M}'.-]*|\d+)){0,2})(?:\*\*|__)?(?:\s*(\([^)]*\)|\[[^\]]*\]))?\s*:(?:\*\*|__)?\s+(?=\S)/u
const ROLE =
  /^(speaker|narrator|host|guest|voice|voiceover|announcer|interviewer|man|woman|person|character|agent|caller|user|assistant|customer|student|teacher)( \d+| [A-Z])?$/i

/**
 * "NOTE: ..." may be meant to be read: a label counts when it is a role, is in capitals, comes again, is the name of who should
 * speak, or most lines have one.
 */
function withoutSpeakers(
  lines: string[],
  speaker: string | undefined,
  markOf: (label: string) => string,
): string[] {
  const labels = lines.map((line) => SPEAKER.exec(line))
  const counts = new Map<string, number>()
  for (const label of labels) if (label) counts.set(label[1], (counts.get(label[1]) ?? 0) + 1)
  const labelled = labels.filter(Boolean)
  const written = lines.filter((line) => line.trim())
  const isDialogue = labelled.length >= 2 && labelled.length * 2 >= written.length
  return lines.map((line, index) => {
    const label = labels[index]
    if (!label) return line
    const [whole, name, direction = ''] = label
    const inCapitals = name.length > 1 && name === name.toUpperCase() && /\p{L}/u.test(name)
    const isKnown = counts.get(name)! > 1 || name.toLowerCase() === speaker?.toLowerCase()
    if (!isDialogue && !ROLE.test(name) && !inCapitals && !isKnown) return line
    return `${markOf(name)}${direction} ${line.slice(whole.length)}`
  })
}

type Mark = (tag: string, content: string) => string

/** SSML and the like. What stands between tags is said; for <sub> its alias is. */
function elements(text: string, marked: Mark): string {
  const plain = withoutBetween(withoutBetween(text, '<!--', '-->'), '<?', '?>')
  return withAliases(plain)
    .replace(/<(https?:[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>/g, '$1')
    .replace(/<\/\s*[\p{L}][^<>]{0,200}>/gu, ' ')
    .replace(/<([\p{L}][^<>]{0,300})>/gu, (tag, inside: string) => marked(tag, contentOfElement(inside)))
}

/** Comments and the like, which end at the next closing sign; one that is never closed is text. */
function withoutBetween(text: string, opening: string, closing: string): string {
  let out = ''
  let at = 0
  for (;;) {
    const opened = text.indexOf(opening, at)
    const closed = opened < 0 ? -1 : text.indexOf(closing, opened + opening.length)
    if (closed < 0) return out + text.slice(at)
    out += `${text.slice(at, opened)} `
    at = closed + closing.length
  }
}

/** Longer is no tag that gives an alias. */
const SUB_OPENS = /<sub\s[^<>]{0,1000}>/gi
const ALIAS = /\balias\s{0,10}=\s{0,10}["']([^"']*)["']/i
const SUB_CLOSES = '</sub>'

function withAliases(text: string): string {
  const lower = text.toLowerCase()
  // Only where lower case is as long as the text do places in one serve for the other; "İ" is the letter that is not.
  const places = lower.length === text.length ? lower : text
  let out = ''
  let at = 0
  for (const { 0: tag, index } of text.matchAll(SUB_OPENS)) {
    if (index < at) continue
    const alias = ALIAS.exec(tag)?.[1]
    const closed = alias === undefined ? -1 : places.indexOf(SUB_CLOSES, index + tag.length)
    if (alias === undefined) continue
    // What is never closed here is not closed further on either.
    if (closed < 0) break
    out += `${text.slice(at, index)} ${alias} `
    at = closed + SUB_CLOSES.length
  }
  return out + text.slice(at)
}

/** `break time="1s"` is read aloud, if it is, as its words without the signs. */
function contentOfElement(inside: string): string {
  return inside.replace(/[="'/:_-]+/g, ' ')
}

/** Outermost brackets with all that they hold. One that is never closed holds the direction that follows, if it is one. */
function squareBrackets(text: string, marked: Mark): string {
  const plain = text.replace(/[［【〔]/g, '[').replace(/[］】〕]/g, ']')
  const closing = closingBrackets(plain)
  const parts: string[] = []
  let at = 0
  for (let sign = nextBracket(plain, 0); sign >= 0; sign = nextBracket(plain, at)) {
    parts.push(plain.slice(at, sign))
    at = sign + 1
    if (plain[sign] === ']') continue
    const closed = closing.get(sign)
    if (closed !== undefined) {
      parts.push(marked(plain.slice(sign, closed + 1), plain.slice(sign + 1, closed).replace(/[[\]]/g, ' ')))
      at = closed + 1
      continue
    }
    const direction = directionAt(plain, at)
    parts.push(direction === '' ? ' ' : marked(`[${direction.trim()}`, direction.trim()))
    at += direction.length
  }
  parts.push(plain.slice(at))
  return parts.join('')
}

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '[' || text[at] === ']') return at
  return -1
}

/** For each opening bracket that is closed, where. */
function closingBrackets(text: string): Map<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (let at = nextBracket(text, 0); at >= 0; at = nextBracket(text, at + 1)) {
    if (text[at] === '[') open.push(at)
    else if (open.length > 0) closing.set(open.pop()!, at)
  }
  return closing
}

/** Words of a direction behind a bracket that is never closed, and letters of each at the most. */
const MOST_UNCLOSED_WORDS = 4
const LONGEST_DIRECTION_WORD = 30

/** The longest direction that begins at a place, with the space behind it; empty when there is none. */
function directionAt(text: string, from: number): string {
  const ahead = text.slice(from, from + MOST_UNCLOSED_WORDS * LONGEST_DIRECTION_WORD)
  const bracket = nextBracket(ahead, 0)
  const words = (bracket < 0 ? ahead : ahead.slice(0, bracket)).split(/(?<=\s)/)
  for (let count = Math.min(words.length, MOST_UNCLOSED_WORDS); count > 0; count--) {
    const candidate = words.slice(0, count).join('')
    if (
      candidate
        .trim()
        .split(/\s+/)
        .every((word) => isDirectionWord(word.toLowerCase()))
    )
      return candidate
  }
  return ''
}

function parentheses(text: string, marked: Mark): string {
  return text
    .replace(/（/g, '(')
    .replace(/）/g, ')')
    .replace(/\(([^()]*)\)|\{([^{}]*)\}/g, (tag, round?: string, curly?: string) => {
      const content = round ?? curly ?? ''
      return isDirection(content) ? marked(tag, content) : tag
    })
}

/** Asterisks are actions or emphasis. Emphasis is said: a word inside a sentence that is no direction. */
function emphasis(text: string, marked: Mark): string {
  return text
    .replace(/(\*\*|__)(?=\S)([^*_\n]+?)(?<=\S)\1/g, '$2')
    .replace(
      /(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]{1,120}?)(?<=\S)\*(?![\p{L}\p{N}*])/gu,
      (tag, content: string) => (isDirection(content) || isAction(content) ? marked(tag, content) : content),
    )
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/~~/g, '')
}

/** "*looks away*", "*opens the door*": two words and more in lower case, the first one a verb of the third person. */
function isAction(content: string): boolean {
  return /^\p{Ll}+(?<!s)s\s+\p{Ll}/u.test(content) && !/^(is|was|this|its|his|as|us|has|does)\s/.test(content)
}
