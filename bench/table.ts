import type { TranscriberModel } from '../src/speech/speech-data.js'
import type { Measured, Spent } from './measure.js'

export interface Run extends Measured {
  title: string
  model: TranscriberModel
  workers: number
}

const columns = [
  'stage',
  'CPU s',
  'wall s',
  'audio s per CPU s',
  'audio s per wall s',
  'of real time',
] as const

/** One run as a table: what each stage takes, and what all take together. */
export function resultTable({
  title,
  model,
  workers,
  stages,
  inAll,
  audioSec,
  start,
  peakMemoryMb,
}: Run): string {
  const rows = [...Object.entries(stages), ['in all', inAll] as const].map(([stage, spent]) =>
    row(stage, spent, audioSec),
  )
  const widths = columns.map((name, column) =>
    Math.max(name.length, ...rows.map((cells) => cells[column].length)),
  )
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')
  return [
    `${model}, ${workers} worker${workers === 1 ? '' : 's'}: ${title}, ${audioSec.toFixed(0)} s of audio`,
    line(columns),
    ...rows.map(line),
    `peak memory ${peakMemoryMb.toFixed(0)} MB, models ready after ${start.wallSec.toFixed(1)} s (CPU ${start.cpuSec.toFixed(1)} s)`,
    '',
  ].join('\n')
}

/** "of real time" is CPU time: what one core spends on a second of audio. */
function row(stage: string, { cpuSec, wallSec }: Spent, audioSec: number): string[] {
  return [
    stage,
    cpuSec.toFixed(2),
    wallSec.toFixed(2),
    (audioSec / cpuSec).toFixed(1),
    (audioSec / wallSec).toFixed(1),
    (cpuSec / audioSec).toFixed(3),
  ]
}
