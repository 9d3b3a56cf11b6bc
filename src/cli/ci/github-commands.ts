// What GitHub Actions reads in the output of a step: annotations, and what must not be taken for one.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands

import { wellFormed } from './well-formed.js'

export type Level = 'error' | 'warning' | 'notice'

export interface Annotation {
  level: Level
  title: string
  message: string
  /** Relative to the repository. */
  file?: string | undefined
}

/** GitHub shows so many of each level for a step, and drops the rest without a word. */
export const MOST_PER_LEVEL = 10
/** A title that is longer is refused. */
const MOST_TITLE_CHARACTERS = 255
const MOST_MESSAGE_CHARACTERS = 2000

/** As many as are shown; the last one of a level that has too many says how many there are. */
export function withinLimits(annotations: readonly Annotation[]): Annotation[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const all = annotations.filter((each) => each.level === level)
    if (all.length <= MOST_PER_LEVEL) return all
    const shown = all.slice(0, MOST_PER_LEVEL - 1)
    return [
      ...shown,
      {
        level,
        title: `${all.length - shown.length} more`,
        message: 'The summary of this step lists all of them.',
      },
    ]
  })
}

export function annotationLine({ level, title, message, file }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    `title=${property(clipped(title, MOST_TITLE_CHARACTERS))}`,
  ]
  return `::${level} ${properties.join(',')}::${data(clipped(message, MOST_MESSAGE_CHARACTERS))}\n`
}

function data(text: string): string {
  return wellFormed(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`
}

const INVISIBLE = '\u200b'

/**
 * Output that the runner takes for text in any case: a line that begins with "::" (after blanks), or has "##[" anywhere, would
 * be a command to it, and names of files stand at the beginning of lines. An invisible character keeps them apart.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^(\s*)::/gm, `$1${INVISIBLE}::`).replaceAll('##[', `##${INVISIBLE}[`)
}

/** The same for JSON, whose lines begin with quotes or brackets: it still means what it meant. */
export function jsonWithoutCommands(json: string): string {
  return json.replaceAll('##[', '##\\u005b')
}
