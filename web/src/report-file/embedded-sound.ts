// Sound that stands in the page itself: excerpts, and waveforms of the whole files.
import type { EmbeddedWaveform, ReportFileData } from '../../../src/report/report-file.js'
import type { Waveform } from '../api/waveform.js'
import type { Sound } from '../report/sound.js'

const NONE: never[] = []

export function embeddedSound({ sounds }: Pick<ReportFileData, 'sounds'>): Sound {
  return {
    pieces: (index) => sounds[index]?.pieces ?? NONE,
    whyNone: 'This report has no sound of this file: it has excerpts around faults only.',
    waveform: async (index) => unpacked(sounds[index].waveform),
    outlines: async (indices) =>
      new Map(
        indices.flatMap((index): [number, Waveform][] =>
          sounds[index] ? [[index, unpacked(sounds[index].waveform)]] : [],
        ),
      ),
  }
}

function unpacked({ peaks, ...times }: EmbeddedWaveform): Waveform {
  const bytes = Uint8Array.from(atob(peaks), (letter) => letter.charCodeAt(0))
  return { ...times, peaks: [...new Int8Array(bytes.buffer)] }
}
