import type { ByteSource } from '../audio/bytes.js'
import { decodeAudio } from '../audio/decode.js'
import { envelopeOf } from '../audio/envelope.js'
import type { AudioFormat } from '../audio/format.js'
import { LevelMeter, type LevelSummary } from '../audio/levels.js'
import { LoudnessMeter } from '../audio/loudness.js'
import { Resampler } from '../audio/resample.js'
import { partsOf, type Samples } from '../audio/samples.js'
import { type EdgeLevels, edgeLevels } from './edge-levels.js'
import { type GarbleCurve, garbleNetwork } from './garble-network.js'
import { KeptSamples } from './kept-samples.js'
import { once } from './once.js'
import type { OpenModels } from './open-models.js'
import { joinedTranscript, piecesOf } from './pieces.js'
import { SamplesOnDisk } from './samples-on-disk.js'
import { OwnPieces, patienceMsOf, type ReadPiece, type SharedPieces, takePart } from './shared-pieces.js'
import type { Interval, Loudness, Transcript, Transcription, VoiceActivity } from './speech-data.js'
import { type SpeechPresence, speechPresence } from './speech-presence.js'
import type { VoicePrints } from './voice-print.js'
import { type WidebandMeasures, widebandMeasures } from './wideband.js'

export const SPEECH_RATE_HZ = 16_000

export interface TrackOptions {
  signal?: AbortSignal
  /** Longest file that is decoded; a longer one is refused as soon as that is known. */
  maxDurationSec?: number
  /** Speech that is kept in memory; that of longer files lies in a temporary file until `close`. All of it when left out. */
  mostInMemorySec?: number | undefined
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void
  /** Told once of the pieces of a file beyond that length: others may take part in reading them. */
  onPieces?: (pieces: SharedPieces) => void
}

export const stages = ['decode', 'voiceActivity', 'transcript', 'voicePrint'] as const
export type Stage = (typeof stages)[number]

/** The aligner takes too long over more. */
const LONGEST_ALIGNED_SEC = 20

interface Decoded {
  format: AudioFormat
  loudness: Loudness
  levels: LevelSummary
  /** 16 kHz mono: what the models take. */
  speechSamples: Samples
}

interface KeptPieces {
  format: AudioFormat
  pieces: Float32Array[][]
}

/** Half a minute of studio sound, 48 kHz mono. */
const MOST_KEPT_SAMPLES = 30 * 48_000

/**
 * One file, listened to at most once: what several checks need is computed when it is first asked for and then kept.
 * Native-rate sound is kept of short files only: of others `nativePieces` decodes again, which costs a hundredth of real time.
 */
export class Track {
  readonly timing: Partial<Record<Stage, number>> = {}
  private pieces: KeptPieces | null = null
  private readonly toClose: { close(): void }[] = []

  constructor(
    private readonly source: ByteSource,
    private readonly models: OpenModels,
    private readonly options: TrackOptions = {},
  ) {}

  /** Whoever works with the track's results looks at it between pieces of work. */
  get signal(): AbortSignal | undefined {
    return this.options.signal
  }

  readonly decoded = once(() => this.timed('decode', () => this.decode()))

  readonly voiceActivity = once<VoiceActivity>(async () => {
    const { speechSamples, loudness } = await this.decoded()
    return this.timed('voiceActivity', async () =>
      (await this.models.voiceActivity()).detect(loudEnough(speechSamples, loudness), this.options.signal),
    )
  })

  /** Whether anybody speaks at all. Judged once for all checks; only in doubt does it take the transcript. */
  readonly presence = once<SpeechPresence>(async () => {
    const { speechSamples } = await this.decoded()
    const words = async () => (await this.transcript()).words
    return speechPresence(speechSamples, await this.voiceActivity(), words)
  })

  readonly transcript = once<Transcript>(async () => {
    const { speechSamples } = await this.decoded()
    const activity = await this.voiceActivity()
    const shared = await this.sharedPieces()
    return this.timed('transcript', async () => {
      const { signal } = this.options
      const { transcriber, aligner } = await recognisers(this.models, signal)
      if (!shared) return transcriber.transcribe(speechSamples, activity, aligner, signal)
      const read: ReadPiece = (piece) =>
        transcriber.transcribePiece(speechSamples, piece, activity.speech, aligner, signal)
      return joinedTranscript(await shared.all(read, signal, patienceMsOf(this.models.model)))
    })
  })

  /** Lets others begin with the transcript of a long file in which somebody speaks, for who will ask for it later. */
  async offerTranscript(): Promise<void> {
    if ((await this.decoded()).speechSamples instanceof SamplesOnDisk && (await this.presence()) === 'speech')
      await this.sharedPieces()
  }

  private readonly sharedPieces = once<OwnPieces | null>(async () => {
    const { speechSamples } = await this.decoded()
    const { onPieces } = this.options
    if (!(onPieces && speechSamples instanceof SamplesOnDisk)) return null
    const activity = await this.voiceActivity()
    const own = OwnPieces.of(speechSamples.place, activity.speech, piecesOf(activity))
    // What others read goes nowhere once the sound is gone: they are told before.
    this.toClose.unshift(own)
    onPieces(own.shared)
    return own
  })

  /** How loud the file begins and ends against its speech. */
  readonly edgeLevels = once<EdgeLevels>(async () => {
    const { speechSamples } = await this.decoded()
    const { speech } = await this.voiceActivity()
    return edgeLevels(speechSamples, SPEECH_RATE_HZ, speech)
  })

  /** How well each of some texts fits what is said in a part of the file: its log-probability in nats. */
  async textFits(part: Interval, texts: string[]): Promise<number[]> {
    const { speechSamples } = await this.decoded()
    this.options.signal?.throwIfAborted()
    return (await this.models.transcriber()).fits(speechSamples, part, texts)
  }

  /** The same by the sound alone, with no regard to which words are likely; null for a text that cannot be said there. */
  async soundFits(part: Interval, texts: readonly (readonly string[])[]): Promise<(number | null)[]> {
    if (part.endSec - part.startSec > LONGEST_ALIGNED_SEC) return texts.map(() => null)
    const { speechSamples } = await this.decoded()
    this.options.signal?.throwIfAborted()
    const at = (sec: number) => Math.max(0, Math.round(sec * SPEECH_RATE_HZ))
    return (await this.models.aligner()).fits(
      speechSamples.subarray(at(part.startSec), at(part.endSec)),
      texts,
    )
  }

  /** The voice print as the network gives it, null with too little speech, and those of parts of the file, in their order. */
  readonly voiceEmbeddings = once<VoicePrints>(async () => {
    const { speechSamples } = await this.decoded()
    const activity = await this.voiceActivity()
    return this.timed('voicePrint', async () =>
      (await this.models.voicePrinter()).embedWithParts(speechSamples, activity.speech),
    )
  })

  readonly voicePrint = once<Float32Array | null>(async () => {
    const { whole } = await this.voiceEmbeddings()
    return whole && (await this.models.voicePrinter()).normalise(whole)
  })

  /** The same of the speech played slower (below 1) or faster, its pitch and timbre moved with it. */
  async voiceEmbeddingAtSpeed(speed: number): Promise<Float32Array | null> {
    const { speechSamples } = await this.decoded()
    const activity = await this.voiceActivity()
    this.options.signal?.throwIfAborted()
    const played = new KeptSamples(this.mostInMemory())
    try {
      const { samples, speech } = atSpeed(speechSamples, activity.speech, speed, played)
      return await (await this.models.voicePrinter()).embed(samples, speech)
    } finally {
      played.close()
    }
  }

  /** Where the speech is no words, or those of two voices at once. */
  readonly garbleCurve = once<GarbleCurve>(async () => {
    const { speechSamples } = await this.decoded()
    return (await garbleNetwork()).curveOf(speechSamples, this.options.signal)
  })

  /** How voice and channel sound; null with too little speech. `transcribe` does without it: most checks do not ask. */
  readonly wideband = once<WidebandMeasures | null>(async () => {
    const { speechSamples } = await this.decoded()
    const { speech } = await this.voiceActivity()
    return widebandMeasures(speechSamples, speech)
  })

  /** The sound as stored: every channel at the native rate, in pieces of about a second, which are not to be written to. */
  async nativePieces(
    onPiece: (channels: Float32Array[], sampleRateHz: number) => void,
  ): Promise<AudioFormat> {
    if (!this.pieces) return decodeAudio(this.source, onPiece, this.options)
    const { format, pieces } = this.pieces
    for (const channels of pieces) {
      this.options.signal?.throwIfAborted()
      onPiece(channels, format.sampleRateHz)
    }
    return format
  }

  /** Gives back what of a long file lies on disk. Nothing can be asked of the track any more. */
  close(): void {
    for (const part of this.toClose.splice(0)) part.close()
  }

  private mostInMemory(): number | undefined {
    const { mostInMemorySec } = this.options
    return mostInMemorySec === undefined ? undefined : mostInMemorySec * SPEECH_RATE_HZ
  }

  private async decode(): Promise<Decoded> {
    let meters: { loudness: LoudnessMeter; levels: LevelMeter; resampler: Resampler } | undefined
    const speechSamples = new KeptSamples(this.mostInMemory())
    this.toClose.push(speechSamples)
    let pieces: Float32Array[][] = []
    let samples = 0
    const format = await this.nativePieces((channels, sampleRateHz) => {
      samples += channels.length * channels[0].length
      if (samples <= MOST_KEPT_SAMPLES) pieces.push(channels)
      else pieces = []
      meters ??= {
        loudness: new LoudnessMeter(sampleRateHz, channels.length),
        levels: new LevelMeter(channels.length),
        resampler: new Resampler(sampleRateHz, SPEECH_RATE_HZ),
      }
      meters.loudness.push(channels)
      meters.levels.push(channels)
      speechSamples.push(meters.resampler.push(mixdown(channels)))
    })
    if (!meters) throw new Error('the decoder handed out no sound and no error')
    speechSamples.push(meters.resampler.flush())
    if (samples <= MOST_KEPT_SAMPLES) this.pieces = { format, pieces }
    return {
      format,
      loudness: meters.loudness.result(),
      levels: meters.levels.result(),
      speechSamples: speechSamples.whole(),
    }
  }

  private async timed<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    this.options.signal?.throwIfAborted()
    this.options.onStage?.(stage)
    const started = performance.now()
    const result = await work()
    this.timing[stage] = (performance.now() - started) / 1000
    return result
  }
}

/** Everything that the models can say about a file. */
export async function transcribe(
  source: ByteSource,
  models: OpenModels,
  options: TrackOptions = {},
): Promise<Transcription> {
  const track = new Track(source, models, options)
  try {
    const { format, loudness } = await track.decoded()
    return {
      format,
      loudness,
      voiceActivity: await track.voiceActivity(),
      transcript: await track.transcript(),
      voicePrint: await track.voicePrint(),
      timing: track.timing,
    }
  } finally {
    track.close()
  }
}

/** Takes part in the transcript of a file that another thread listens to. */
export async function readSharedPieces(
  shared: SharedPieces,
  models: OpenModels,
  signal?: AbortSignal,
): Promise<void> {
  const samples = new SamplesOnDisk(shared.sound)
  const { transcriber, aligner } = await recognisers(models, signal)
  const read: ReadPiece = (piece) =>
    transcriber.transcribePiece(samples, piece, shared.speech, aligner, signal)
  await takePart(shared, read, signal)
}

async function recognisers(models: OpenModels, signal: AbortSignal | undefined) {
  const transcriber = await models.transcriber()
  // Opening a model takes seconds.
  signal?.throwIfAborted()
  return { transcriber, aligner: await models.aligner() }
}

/** Played at another speed, as a tape is: taken for sound of another rate and brought back to the usual one. */
export function atSpeed(
  samples: Samples,
  speech: Interval[],
  speed: number,
  played = new KeptSamples(),
): { samples: Samples; speech: Interval[] } {
  const resampler = new Resampler(Math.round(SPEECH_RATE_HZ * speed), SPEECH_RATE_HZ)
  for (const { part } of partsOf(samples, 1)) played.push(resampler.push(part))
  played.push(resampler.flush())
  return {
    samples: played.whole(),
    speech: speech.map(({ startSec, endSec }) => ({ startSec: startSec / speed, endSec: endSec / speed })),
  }
}

/** Speech softer than this the detector begins to miss; of 1,800 clips of the corpus none is as soft. */
const SOFT_BELOW_LUFS = -45
/** What soft sound is brought to where it is loudest: an ordinary level of speech. */
const ORDINARY_DBFS = -25
/** Below this there is nothing but the last bit of a file of 16. */
const NOTHING_BELOW_DBFS = -85

/** Sound as the detector of voices takes it: soft files are made louder, all others are left as they are. */
function loudEnough(samples: Samples, { integratedLufs }: Loudness): Samples {
  if (integratedLufs !== null && integratedLufs >= SOFT_BELOW_LUFS) return samples
  const { loudestDbfs } = envelopeOf(samples, SPEECH_RATE_HZ)
  if (loudestDbfs === null || loudestDbfs < NOTHING_BELOW_DBFS || loudestDbfs > ORDINARY_DBFS) return samples
  const gain = 10 ** ((ORDINARY_DBFS - loudestDbfs) / 20)
  return {
    length: samples.length,
    subarray: (from, to) => samples.subarray(from, to).map((sample) => gain * sample),
  }
}

function mixdown(channels: Float32Array[]): Float32Array {
  if (channels.length === 1) return channels[0]
  const mono = new Float32Array(channels[0].length)
  for (const channel of channels)
    for (let i = 0; i < mono.length; i++) mono[i] += channel[i] / channels.length
  return mono
}
