// Detectors that ask the fault network: it answers later than a section is handed out, and sections are judged in their order.
import { SILENT_DB } from '../front-end/frame-levels.js'
import type { Section } from '../front-end/section.js'

/** Judges channel after channel of section after section, while the file goes on. */
export class ChannelsInTurn {
  private judged = Promise.resolve()

  /** Copies of the first channel say nothing new, and there is nothing to judge in silence. */
  push(section: Section, judge: (section: Section, index: number) => Promise<void>): void {
    for (const index of section.distinctChannels) {
      if (section.speechDbOf(section.channels[index]) <= SILENT_DB) continue
      this.judged = this.judged.then(() => judge(section, index))
      // Told to whoever waits for the end, and to nobody when the file turns out to be unreadable.
      this.judged.catch(() => {})
    }
  }

  end(): Promise<void> {
    return this.judged
  }
}
