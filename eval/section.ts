import type { Corpus, Selection } from '../lab/corpus.js'
import type { TranscriberModel } from '../src/speech/speech-data.js'
import type { ClipTranscriber } from './clip-transcriber.js'

export interface SectionOptions extends Selection {
  models: TranscriberModel[]
  /** How many of the worst clips to show. */
  worst: number
  /** For the section on quality: only these kinds of defects, or parts. */
  kinds?: string[] | undefined
  /** A folder of networks that were learnt without a half of the engines: each clip is judged by those without its half. */
  networks?: string | undefined
  /** Where to write what was found in each clip, a line of JSON each. */
  findings?: string | undefined
  /** A labelled set and the folder of its audio, as "audio-audit labels export" writes them. */
  labels?: string | undefined
  audio?: string | undefined
}

export interface SectionContext {
  /** Empty for a section that needs none. */
  corpus: Corpus
  options: SectionOptions
  transcriber: ClipTranscriber
  /** A line for the person who waits. */
  progress: (line: string) => void
}

export interface SectionReport {
  /** What a person reads. */
  text: string
  /** The same and more, for programs: plain JSON. */
  data: Record<string, unknown>
}

/** One question put to the corpus. A new section is one file and one line in run.ts. */
export interface Section {
  name: string
  /** One line for --help. */
  purpose: string
  /** It brings its own files, and runs only when it is named. */
  isWithoutCorpus?: true
  run(context: SectionContext): Promise<SectionReport>
}
