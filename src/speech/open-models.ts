import { once } from './once.js'
import type { TranscriberModel } from './speech-data.js'
import { Transcriber } from './transcriber.js'
import { VoiceActivityDetector } from './voice-activity.js'
import { VoicePrinter } from './voice-print.js'
import { WordAligner } from './word-aligner.js'

export interface OpenModelsOptions {
  model?: TranscriberModel
}

/** Every model that listening needs, each opened once and only when it is first asked for. One per worker. */
export class OpenModels {
  readonly model: TranscriberModel
  readonly voiceActivity = once(() => VoiceActivityDetector.load())
  readonly transcriber = once(() => Transcriber.load(this.model))
  readonly aligner = once(() => WordAligner.load())
  readonly voicePrinter = once(() => VoicePrinter.load())

  constructor({ model = 'base' }: OpenModelsOptions = {}) {
    this.model = model
  }
}
