// Faults that clean speech of the corpus really has. Whatever is found in untouched speech was looked at, as a waveform and as a
// spectrogram; what shows there beyond doubt is listed here, and is no false alarm. Nobody has listened. What is doubtful is not
// listed: a knock or a breath that is cut, a long pause after a heading, a line that may be a voice.
import type { Issue, IssueType } from '../src/checks/quality/issue.js'

interface KnownFault {
  file: string
  type: IssueType
  /** Seconds from the start of the file, of its beginning. */
  atSec: number
  seen: string
}

/** The sub-checks place what they find within this; a hum may be taken for its loudest part. */
const WITHIN_SEC = 0.3

const knownFaults: readonly KnownFault[] = [
  hum('resemblyzer-librispeech/0040', 'a line at 60 Hz, 30 dB over what is beside it in the pauses'),
  hum('resemblyzer-librispeech/0050', 'a line at 60 Hz, 30 dB over what is beside it in the pauses'),
  hum('resemblyzer-librispeech/0057', 'lines at 120 and 360 Hz, the first 45 dB over what is beside it'),
  hum('resemblyzer-librispeech/0079', 'lines at 60, 120 and 240 Hz, 20 to 35 dB over what is beside them'),
  hum('resemblyzer-librispeech/0136', 'a line at 60 Hz, 40 dB over what is beside it in the pauses'),
  hum('speechocean762/0468', 'a line at 100 Hz, 35 dB over what is beside it, through speech and pauses'),
  hum('speechocean762/0469', 'as 0468, the same recording'),
  hum('speechocean762/0470', 'as 0468, the same recording'),
  hum('speechocean762/0471', 'as 0468, the same recording'),
  hum('speechocean762/0569', 'a line at 200 Hz, 25 dB over what is beside it in the pauses'),
  { ...at('resemblyzer-librispeech/0101', 0.583), type: 'click', seen: 'a jump in a vowel, up to 8 kHz' },
  { ...at('resemblyzer-librispeech/0139', 0.421), type: 'click', seen: 'one spike of 1 ms in a pause' },
  { ...at('speechocean762/0207', 2.434), type: 'click', seen: 'one spike of 1 ms in a pause' },
  {
    ...at('whisper-jfk/0000', 6.007),
    type: 'click',
    seen: 'a spike up to 15 kHz, where the voice ends at 5',
  },
  { ...at('speechocean762/0605', 2.16), type: 'static', seen: 'the microphone overloaded by a puff' },
  { ...at('speechocean762/0605', 3.59), type: 'static', seen: 'the microphone overloaded by a puff' },
  { ...at('ttsbench/0028', 1.88), type: 'static', seen: 'a burst of noise up to 12 kHz after the last word' },
  { ...at('ttsbench/0089', 1.89), type: 'static', seen: 'as 0028, another take of the same engine' },
  { ...at('ttsbench/0009', 0), type: 'static', seen: 'four seconds of noise before the first word' },
  {
    ...at('speechocean762/0624', 3.42),
    type: 'silence',
    seen: 'six seconds in the middle in which nobody speaks',
  },
  {
    ...at('speechocean762/0625', 3.5),
    type: 'silence',
    seen: 'four seconds in the middle in which nobody speaks',
  },
  cut('resemblyzer-librispeech/0097', 0, 'begins in the last hiss of a word'),
  cut('speechocean762/0049', 4.947, 'stops in a word that has just begun'),
  cut('speechocean762/0587', 4.195, 'stops in a word that has just begun'),
  cut('whisper-jfk/0000', 10.99, 'stops in the applause'),
  cut('yourtts-gt/0035', 0, 'begins in a vowel'),
  cut('yourtts-gt/0042', 0, 'begins in a vowel'),
  cut('yourtts-gt/0043', 0, 'begins in a vowel'),
  cut('yourtts-gt/0057', 0, 'begins in a vowel'),
  cut('ttsbench-more/0000', 0, 'begins in a hiss that is no part of the first word, 0.4 s before it'),
  cut('ttsbench-more/0001', 0, 'begins in a hiss that is no part of the first word, 0.3 s before it'),
  cut('ttsbench-more/0009', 0, 'begins in a vowel, 0.9 s before the first word'),
  cut('larynx/0019', 3.171, 'stops in a sound that comes after the last word'),
  cut('ttsbench/0009', 13.643, 'stops in a word that has just begun'),
  cut('ttsbench/0067', 6.123, 'stops in a hiss at its loudest'),
  cut('ttsbench/0073', 2.312, 'stops in a vowel'),
]

/** Sets whose files are pieces of longer ones, of so many seconds: they stop inside a word, and some begin inside one. */
const PIECES: Readonly<Record<string, { pieceSec: number; isStartCut: boolean }>> = {
  'piper-voices': { pieceSec: 4.5, isStartCut: true },
  'gemini-tts': { pieceSec: 20, isStartCut: false },
}

function isEdgeOfPiece(file: string, { type, timeSec }: Pick<Issue, 'type' | 'timeSec'>): boolean {
  if (type !== 'truncation' && type !== 'trailingSound') return false
  return Object.entries(PIECES).some(
    ([set, { pieceSec, isStartCut }]) =>
      file.includes(`${set}/`) &&
      (timeSec > pieceSec - 2 * WITHIN_SEC || (isStartCut && timeSec < WITHIN_SEC)),
  )
}

function at(file: string, atSec: number): Pick<KnownFault, 'file' | 'atSec'> {
  return { file, atSec }
}

function hum(file: string, seen: string): KnownFault {
  return { file, type: 'hum', atSec: 0, seen }
}

function cut(file: string, atSec: number, seen: string): KnownFault {
  return { file, type: 'truncation', atSec, seen }
}

/** Whether the recording really has this. */
export function isKnownFault(file: string, issue: Pick<Issue, 'type' | 'timeSec'>): boolean {
  const { type, timeSec } = issue
  if (isEdgeOfPiece(file, issue)) return true
  return knownFaults.some(
    (known) =>
      file.includes(`${known.file}.`) && known.type === type && Math.abs(known.atSec - timeSec) <= WITHIN_SEC,
  )
}
