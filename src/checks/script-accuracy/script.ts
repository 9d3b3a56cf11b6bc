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

/** Stands in the text for a tag until its place is known; from Unicode's private use area, so never in a script. */
const MARK = '\uE000'

export function readScript(script: string): Script {
  const tags: Omit<ScriptTag, 'wordIndex'>[] = []
  const marked = (tag: string, content: string) => {
    tags.push({ tag, content: content.replace(/\s+/g, ' ').trim() })
    return ` ${MARK}${tags.length - 1}${MARK} `
  }
  const spoken = emphasis(
    parentheses(
      squareBrackets(elements(withoutMarkdownBlocks(script.replaceAll(MARK, '')), marked), marked),
      marked,
    ),
    marked,
  )
  return placed(spoken, tags)
}

/** Takes the marks out again, noting before which word each stood. */
function placed(text: string, tags: Omit<ScriptTag, 'wordIndex'>[]): Script {
  const words: string[] = []
  const found: ScriptTag[] = []
  const mark = new RegExp(`^${MARK}(\\d+)${MARK}$`)
  for (const word of text.split(/\s+/)) {
    const index = mark.exec(word)?.[1]
    if (index !== undefined) found.push({ ...tags[Number(index)], wordIndex: words.length })
    // A dash or a full stop left alone where a tag was taken out is nothing to say.
    else if (/[\p{L}\p{N}]|^[&+=%@×÷<>~]$/u.test(word)) words.push(word)
    else if (word && words.length > 0) words[words.length - 1] += word
  }
  return { text: words.join(' '), tags: found }
}

/** Headings, quotes, lists, rules, fences, links and the names of speakers. */
function withoutMarkdownBlocks(script: string): string {
  const lines = script.split(/\r?\n/).map((line) =>
    line
      .replace(/^\s*(```|~~~).*$/, '')
      .replace(/^\s*([-*_=]\s*){3,}$/, '')
      .replace(/^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/, '$1')
      .replace(/^\s*(>\s?)+/, '')
      .replace(/^\s*[-*+•]\s+(?=\S)/, '')
      .replace(/!\[([^\]]*)\]\([^)\s]*\)/g, '$1')
      .replace(/\[([^\]]+)\]\((?:https?:|mailto:|\/|#)[^)\s]*\)/g, '$1')
      .replace(/`([^`]+)`/g, '$1'),
  )
  return withoutSpeakers(lines).join('\n')
}

/** A name before a colon at the start of a line, up to three words, maybe in bold or brackets. */
const SPEAKER =
  /^\s*(?:\*\*|__)?((?:\p{Lu}[\p{L}\p{M}'.-]*|\d+)(?: (?:\p{Lu}[\p{L}\p{M}'.-]*|\d+)){0,2})(?:\*\*|__)?\s*(\([^)]*\)|\[[^\]]*\])?\s*:(?:\*\*|__)?\s+(?=\S)/u
const ROLE =
  /^(speaker|narrator|host|guest|voice|voiceover|announcer|interviewer|man|woman|person|character|agent|caller|user|assistant|customer|student|teacher)( \d+| [A-Z])?$/i

/** "NOTE: ..." may be meant to be read: a label counts when it is a role, is in capitals, or most lines have one. */
function withoutSpeakers(lines: string[]): string[] {
  const labels = lines.map((line) => SPEAKER.exec(line))
  const labelled = labels.filter(Boolean)
  const written = lines.filter((line) => line.trim())
  const isDialogue = labelled.length >= 2 && labelled.length * 2 >= written.length
  return lines.map((line, index) => {
    const label = labels[index]
    if (!label) return line
    const [whole, name, direction = ''] = label
    const inCapitals = name.length > 1 && name === name.toUpperCase() && /\p{L}/u.test(name)
    if (!isDialogue && !ROLE.test(name) && !inCapitals) return line
    return `${direction} ${line.slice(whole.length)}`
  })
}

type Mark = (tag: string, content: string) => string

/** SSML and the like. What stands between tags is said; for <sub> its alias is. */
function elements(text: string, marked: Mark): string {
  return text
    .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, ' ')
    .replace(
      /<sub\s[^<>]*alias\s*=\s*["']([^"']*)["'][^<>]*>[\s\S]*?<\/sub>/gi,
      (_, alias: string) => ` ${alias} `,
    )
    .replace(/<(https?:[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>/g, '$1')
    .replace(/<\/\s*[\p{L}][^<>]{0,200}>/gu, ' ')
    .replace(/<([\p{L}][^<>]{0,300})>/gu, (tag, inside: string) => marked(tag, contentOfElement(inside)))
}

/** `break time="1s"` is read aloud, if it is, as its words without the signs. */
function contentOfElement(inside: string): string {
  return inside.replace(/[="'/:_-]+/g, ' ')
}

/** Outermost brackets with all that they hold. One that is never closed holds the direction that follows, if it is one. */
function squareBrackets(text: string, marked: Mark): string {
  const plain = text.replace(/[［【〔]/g, '[').replace(/[］】〕]/g, ']')
  let out = ''
  let opened = -1
  let depth = 0
  for (let at = 0; at < plain.length; at++) {
    const letter = plain[at]
    if (letter === '[' && depth++ === 0) opened = at
    else if (letter === ']' && depth > 0 && --depth === 0) {
      const tag = plain.slice(opened, at + 1)
      out += marked(tag, tag.slice(1, -1).replace(/[[\]]/g, ' '))
      opened = -1
    } else if (depth === 0 && letter !== ']') out += letter
  }
  return opened < 0 ? out : out + unclosed(plain.slice(opened), marked)
}

/** Text from a bracket that is never closed: the longest direction right behind it is the tag, the rest is said. */
function unclosed(text: string, marked: Mark): string {
  const inside = text.slice(1)
  const words = inside.split(/(?<=\s)/)
  for (let count = Math.min(words.length, 4); count > 0; count--) {
    const candidate = words.slice(0, count).join('').trim()
    if (candidate?.split(/\s+/).every((word) => isDirectionWord(word.toLowerCase())))
      return marked(`[${candidate}`, candidate) + squareBrackets(words.slice(count).join(''), marked)
  }
  return ` ${squareBrackets(inside, marked)}`
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
