import type { AudioFormat } from '../audio/format.js'

/** A stretch of time in seconds from the start of the file. */
export interface Interval {
  startSec: number
  endSec: number
}

export interface VoiceActivity {
  speech: Interval[]
  /** What lies between and around the speech, the start and the end of the file included. */
  pauses: Interval[]
  speechSec: number
  /** How sure the detector was where it was surest that somebody speaks, 0 to 1; entirely when left out. */
  surestSpeech?: number
}

export interface Word {
  text: string
  startSec: number
  endSec: number
  /** 0 to 1: how sure the recogniser was of the word. */
  confidence: number
}

/** One token of the recogniser: the finest grain at which its doubt is known. */
export interface Token {
  text: string
  /** Where in the audio the decoder looked when it wrote the token. */
  timeSec: number
  probability: number
  /** Entropy of the distribution the token was taken from, in nats. */
  entropyNats: number
}

/** What is said in one piece of a file. */
export interface PieceTranscript {
  words: Word[]
  tokens: Token[]
}

export interface Transcript extends PieceTranscript {
  text: string
}

/** What transcribes: "base+whisper" is base, with Whisper small asked about the pieces that it is in doubt of. */
export type TranscriberModel = 'base' | 'tiny' | 'base+whisper'
export const transcriberModels = ['base', 'tiny', 'base+whisper'] as const satisfies TranscriberModel[]

/** Sizes of Moonshine, which reads every piece. */
export type MoonshineSize = 'base' | 'tiny'

export function moonshineSizeOf(model: TranscriberModel): MoonshineSize {
  return model === 'base+whisper' ? 'base' : model
}

export function asksWhisper(model: TranscriberModel): boolean {
  return model === 'base+whisper'
}

export interface Loudness {
  /** ITU-R BS.1770-4 integrated loudness; null when nothing passes the absolute gate (silence). */
  integratedLufs: number | null
  truePeakDbtp: number | null
}

/** Everything that transcribing a file yields, as plain data (it crosses threads). */
export interface Transcription {
  format: AudioFormat
  loudness: Loudness
  voiceActivity: VoiceActivity
  transcript: Transcript
  /** x-vector; null when there is too little speech to take one. */
  voicePrint: Float32Array | null
  /** Wall seconds spent in each stage. */
  timing: Record<string, number>
}
