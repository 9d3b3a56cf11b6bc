// A labelled set as "audio-audit labels export" writes it: decisions of users, and the files that they are about.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Label {
  sha256: string
  file: string | null
  check: string
  /** The type of the issue, or the name of the check for a file as a whole. */
  kind: string
  timeSec: number | null
  endSec: number | null
  confidence: number | null
  decision: 'retake' | 'accept' | 'falseAlarm'
}

/** The set cannot be played; the message says why. */
export class LabelsError extends Error {}

const DECISIONS = ['retake', 'accept', 'falseAlarm']

/** Fails with a LabelsError that names the line. */
export function readLabels(file: string): Label[] {
  const lines = textOf(file).split('\n')
  const labels = lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const label = parsed(line)
    if (!isLabel(label)) throw new LabelsError(`${file}: line ${at + 1} is no label`)
    return [label]
  })
  if (labels.length === 0) throw new LabelsError(`${file} has no labels`)
  return labels
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new LabelsError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function parsed(line: string): Partial<Label> | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function isLabel(label: Partial<Label> | null): label is Label {
  const isNumberOrNull = (value: unknown) => value === null || Number.isFinite(value)
  return (
    typeof label === 'object' &&
    label !== null &&
    /^[0-9a-f]{64}$/.test(String(label.sha256)) &&
    typeof label.check === 'string' &&
    typeof label.kind === 'string' &&
    [label.timeSec, label.endSec, label.confidence].every(isNumberOrNull) &&
    DECISIONS.includes(String(label.decision))
  )
}

/** Where the audio of each content lies; files of other names are passed over. Fails with a LabelsError. */
export function audioIn(folder: string): Map<string, string> {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    throw new LabelsError(`${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  return new Map(
    names.flatMap((name): [string, string][] => {
      const sha256 = /^([0-9a-f]{64})\.[a-z0-9]+$/.exec(name)?.[1]
      return sha256 === undefined ? [] : [[sha256, join(folder, name)]]
    }),
  )
}
