// The Dockerfile, read: stages with their instructions. It knows what ours is written with, and fails at what it does not know.

export interface Stage {
  /** Its name, or its number. */
  name: string
  instructions: Instruction[]
}

export type Instruction =
  | { kind: 'COPY'; from: string | undefined; sources: string[]; to: string }
  | { kind: 'RUN'; command: string }
  | { kind: 'WORKDIR'; folder: string }
  | { kind: 'ENV'; values: Record<string, string> }
  | { kind: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK'; words: string[] }
  /** Of no effect outside of an image. */
  | { kind: 'USER' | 'VOLUME' | 'EXPOSE' }

export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, kind, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (kind === 'FROM') {
      stages.push({ name: / AS (\S+)/.exec(rest)?.[1] ?? String(stages.length), instructions: [] })
    } else {
      stages.at(-1)?.instructions.push(instruction(kind, rest, line))
    }
  }
  return stages
}

function instruction(kind: string | undefined, rest: string, line: string): Instruction {
  switch (kind) {
    case 'COPY': {
      const words = rest.split(/\s+/)
      const from = /^--from=(.+)$/.exec(words[0])?.[1]
      const paths = from === undefined ? words : words.slice(1)
      return { kind, from, sources: paths.slice(0, -1), to: paths.at(-1)! }
    }
    case 'RUN':
      return { kind, command: rest }
    case 'WORKDIR':
      return { kind, folder: rest }
    case 'ENV':
      return { kind, values: Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split('='))) }
    case 'ENTRYPOINT':
    case 'CMD':
      return { kind, words: JSON.parse(rest) }
    case 'HEALTHCHECK':
      return { kind, words: JSON.parse(rest.slice(rest.indexOf('['))) }
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
      return { kind }
    default:
      throw new Error(`the Dockerfile has a line that is not known here: ${line}`)
  }
}
