import type { Stage } from '../audit/pool.js'
import { printable } from './printable.js'

const BAR_COLUMNS = 24
const ERASE_LINE = '\r\u001b[2K'

/** In the order in which they come. */
const stageNames: Record<Stage, string> = {
  decode: 'decoding',
  voiceActivity: 'finding speech',
  transcript: 'transcribing',
  voicePrint: 'taking the voice print',
}

const stages = Object.keys(stageNames) as Stage[]

interface Terminal {
  columns?: number | undefined
  write(text: string): unknown
}

/** One line at the foot of a terminal: how many files are done, and what is happening now. */
export class ProgressBar {
  private readonly begun = new Map<number, Stage>()
  private done = 0
  private now = ''
  private isEnded = false

  constructor(
    private readonly terminal: Terminal,
    private readonly files: string[],
  ) {}

  stage(index: number, stage: Stage): void {
    this.begun.set(index, stage)
    this.now = `${stageNames[stage]} ${printable(this.files[index])}`
    this.draw()
  }

  finished(index: number): void {
    this.begun.delete(index)
    this.done++
    this.draw()
  }

  /** Lets something else be printed above the bar. */
  above(print: () => void): void {
    this.clear()
    print()
    this.draw()
  }

  /** Takes the bar away for good; files that are still being let go of draw nothing more. */
  end(): void {
    this.isEnded = true
    this.clear()
  }

  private clear(): void {
    this.terminal.write(ERASE_LINE)
  }

  private draw(): void {
    if (this.isEnded) return
    const begunStages = [...this.begun.values()].map((stage) => stages.indexOf(stage) / stages.length)
    const share = begunStages.reduce((sum, part) => sum + part, this.done) / this.files.length
    const filled = Math.floor(share * BAR_COLUMNS)
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR_COLUMNS - filled)}]`
    const line = `${bar} ${this.done} of ${this.files.length}  ${this.now}`
    // A line that wraps could not be erased again.
    this.terminal.write(ERASE_LINE + line.slice(0, (this.terminal.columns ?? 80) - 1))
  }
}
