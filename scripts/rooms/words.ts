// Words that the glossary in CONTRIBUTING.md has replaced, found where they are still used.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { tableUnder } from './table.js'

const HEADING = '## Words'

/** What callers know already: these stay as they are, as a name on its own. */
const publicNames = [
  'hear',
  'hear_file',
  'heard',
  'heard/',
  'audio_audit_files_heard_total',
  'remembered',
  // Keys of what crosses between processes and versions.
  'wish',
  'hearing',
]
/** In documents a name is marked as one, or stands in a command or an address. */
const PUBLIC_IN_TEXT =
  /`"?(?:hear|heard|remembered)"?\/?`|hear_file|audio-audit hear|hear\.md|"(?:heard|remembered)" \(|'(?:heard|remembered)'/g
/** Of people it is said rightly, and psychoacoustics knows the ear of a person. */
const PEOPLE =
  /\b(?:person|people|readers?|nobody|somebody|anybody|who may|whoever may|the ear)(?: who [a-z ]+)?(?: would)? hears?\b|\bthe ear\b/g
/** Lists of English words: what a script may say. */
const wordLists = ['src/checks/script-accuracy/clause-words.ts']

/** What is quoted there is said by voices in a trial, and voices may say what they like. */
const SAID_BY_VOICES = /^eval\/[a-z-]+-texts\.ts$/

/** Words and phrases of the last column, longest first. */
export function replacedWords(contributing: string): string[] {
  const [, ...rows] = tableUnder(contributing, HEADING)
  const words = rows.flatMap(([, , not]) => not.split(', ')).filter((word) => word !== '')
  return [...new Set(words)].sort((one, other) => other.length - one.length)
}

export interface Found {
  file: string
  line: number
  word: string
}

const TITLE =
  /(?:\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)?|^[ \t]*\]\))\(\s*(['"`])(?<title>(?:(?!\1).)*)\1/gm

/** In the names of tests alone: what a test does inside may be called as it likes. */
export function replacedWordsInTitles(root: string, places: string[], words: string[]): Found[] {
  const sought = soughtOf(words)
  return places
    .flatMap((place) => textsIn(root, place))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const titles = [...text.matchAll(TITLE)].map(({ index, groups }) => ({
        line: 1 + linesBefore(text, index),
        text: groups!.title,
      }))
      return titles.flatMap((title) => foundIn(title, sought)).map((each) => ({ file, ...each }))
    })
}

/** `places` are files and folders, relative to `root`. */
export function replacedWordsIn(root: string, places: string[], words: string[]): Found[] {
  const single = soughtOf(words.filter((word) => !word.includes(' ')))
  const phrases = soughtOf(words.filter((word) => word.includes(' ')))
  return places
    .flatMap((place) => textsIn(root, place))
    .filter((file) => !wordLists.includes(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const whole = { line: 1, text: text.replace(PUBLIC_IN_TEXT, blank) }
      const pieces = file.endsWith('.md')
        ? [whole]
        : sayings(text, SAID_BY_VOICES.test(file) ? unquoted : wordy)
      // A phrase is sought in the whole file: in a page it is no text of the language.
      const found = [...pieces.flatMap((piece) => foundIn(piece, single)), ...foundIn(whole, phrases)]
      return found.map((each) => ({ file, ...each }))
    })
}

function soughtOf(words: string[]): RegExp {
  return new RegExp(`\\b(?:${words.join('|')})\\b`, 'g')
}

interface Saying {
  line: number
  text: string
}

function foundIn({ line, text }: Saying, sought: RegExp): { line: number; word: string }[] {
  const words = plain(text)
  return [...words.matchAll(sought)].map((found) => ({
    line: line + linesBefore(words, found.index),
    word: found[0],
  }))
}

function linesBefore(text: string, position: number, from = 0): number {
  return text.slice(from, position).split('\n').length - 1
}

function textsIn(root: string, place: string): string[] {
  if (statSync(path.join(root, place)).isFile()) return [place]
  return readdirSync(path.join(root, place), { withFileTypes: true }).flatMap((entry) => {
    const name = `${place}/${entry.name}`
    if (entry.isDirectory()) return textsIn(root, name)
    return /\.(ts|tsx|md)$/.test(entry.name) ? [name] : []
  })
}

const wordy = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.SingleLineCommentTrivia,
  ts.SyntaxKind.MultiLineCommentTrivia,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
])

const unquoted = new Set([...wordy].filter((kind) => kind !== ts.SyntaxKind.StringLiteral))

/** Names, texts and comments of a source file; the names of other files are theirs. */
function sayings(text: string, kinds: Set<ts.SyntaxKind>): Saying[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.JSX, text)
  const found: Saying[] = []
  let line = 1
  let from = 0
  /** Braces that are open, and whether each of them stands in a template. */
  const open: boolean[] = []
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.OpenBraceToken) open.push(false)
    if (kind === ts.SyntaxKind.CloseBraceToken && open.pop()) kind = scanner.reScanTemplateToken(false)
    if (kind === ts.SyntaxKind.TemplateHead || kind === ts.SyntaxKind.TemplateMiddle) open.push(true)
    const token = scanner.getTokenText()
    const isOtherFile = /^['"]\.{0,2}\//.test(token)
    if (!kinds.has(kind) || isOtherFile || publicNames.includes(token.replace(/^['"]|['"]$/g, ''))) continue
    line += linesBefore(text, scanner.getTokenStart(), from)
    from = scanner.getTokenStart()
    found.push({ line, text: token.replace(PUBLIC_IN_TEXT, blank) })
  }
  return found
}

/** As it is said: "hearAndJudge" and "HEAR_AND_JUDGE" are three words each. */
function plain(text: string): string {
  return text
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(PEOPLE, blank)
}

function blank(text: string): string {
  return text.replace(/\S/g, ' ')
}
