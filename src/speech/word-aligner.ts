import createModule, { type Decoder, type Segment, type SoundSwallowerModule } from 'soundswallower'
import { spoken } from '../text/numbers.js'
import { type Dictionary, dictionary } from './dictionary.js'
import { alignerNames, packageFolder, readModelFile } from './models.js'
import { guessPronunciation } from './pronunciation.js'
import type { Interval } from './speech-data.js'

const SAMPLE_RATE_HZ = 16_000
/**
 * The acoustic model is asked every second frame: word starts moved by 0 ms in the median and 20 ms at the 95th
 * percentile against asking every frame, for two thirds of the time.
 */
const FRAMES_PER_SCORE = 2
/** Words stay in the aligner once they were asked for; past this many it is opened afresh, so that a service does not grow. */
const MOST_WORDS = 5_000
/** Silence and noise in the aligner's output ("<sil>", "[NOISE]", "(NULL)") are not words. */
const FILLER = /^[<[(]/

/** The aligner counts log-likelihoods in units of 2^10 (SENSCR_SHIFT in its source) and hands out powers of e of those. */
const NATS_PER_LOG = 1024
/** As it is handed out, in thousandths. */
const LEAST_P = 0.001

/** Finds when each word of a known text was said (forced alignment by SoundSwallower, a small PocketSphinx). */
export class WordAligner {
  private words = 0

  private constructor(
    private readonly module: SoundSwallowerModule,
    private decoder: Decoder,
    private readonly dictionary: Dictionary,
  ) {}

  static async load(): Promise<WordAligner> {
    for (const name of alignerNames) readModelFile(name)
    const modelBase = `${packageFolder('soundswallower')}/model/`
    const module = await createModule({ modelBase } as Partial<SoundSwallowerModule>)
    return new WordAligner(module, await openDecoder(module), await dictionary())
  }

  /**
   * The interval of each written word within `samples` (16 kHz, at most half a minute), in seconds from their start;
   * null for a word with nothing to say in it (a lone dash). Null in all when the text does not fit the sound.
   */
  async align(samples: Float32Array, words: string[]): Promise<(Interval | null)[] | null> {
    const said = words.map((word) => this.pronounceable(word))
    const flat = said.flat()
    if (flat.length === 0) return null
    const found = this.run(samples, flat)
    if (this.words > MOST_WORDS) await this.reopen()
    if (found?.length !== flat.length) return null
    let at = 0
    return said.map((parts) => {
      if (parts.length === 0) return null
      const first = found[at]
      at += parts.length
      return { startSec: first.startSec, endSec: found[at - 1].endSec }
    })
  }

  /**
   * How well each of some texts fits `samples` by the sound alone, whatever words are likely: log-likelihood in nats, against the
   * sounds that would fit best at every moment. Null for a text that does not fit at all.
   */
  async fits(samples: Float32Array, texts: readonly (readonly string[])[]): Promise<(number | null)[]> {
    const scores = texts.map((words) => {
      const said = words.flatMap((word) => this.pronounceable(word))
      const found = said.length > 0 ? this.segments(samples, said) : null
      if (found?.filter(isWord).length !== said.length) return null
      return found.reduce((sum, { p }) => sum + NATS_PER_LOG * Math.log(Math.max(LEAST_P, p)), 0)
    })
    if (this.words > MOST_WORDS) await this.reopen()
    return scores
  }

  private run(samples: Float32Array, words: string[]): Interval[] | null {
    const found = this.segments(samples, words)?.filter(isWord)
    return found?.map(({ b, d }) => ({ startSec: b, endSec: b + d })) ?? null
  }

  private segments(samples: Float32Array, words: string[]): Segment[] | null {
    try {
      this.decoder.set_align_text(words.join(' '))
      this.decoder.start()
      this.decoder.process_audio(samples, false, true)
      this.decoder.stop()
      return this.decoder.get_alignment().w ?? []
    } catch {
      // The search found no path: too little sound for the words, or sound that is something else.
      return null
    }
  }

  /** What a written word is said as, in words that the aligner knows. */
  private pronounceable(written: string): string[] {
    return spoken(written)
      .map((word) => word.toLowerCase().replaceAll('’', "'"))
      .filter((word) => this.known(word))
  }

  private known(word: string): boolean {
    if (this.decoder.lookup_word(word)) return true
    const guess = () => (/\s/.test(word) ? null : guessPronunciation(word))
    const ways = this.dictionary.get(word) ?? [guess()].filter((phones) => phones !== null)
    // Further ways are marked as in the dictionary, which is how the aligner knows them for ways to say the same.
    ways.forEach((phones, index) => {
      this.decoder.add_words([index === 0 ? word : `${word}(${index + 1})`, phones])
    })
    this.words += ways.length
    return ways.length > 0
  }

  private async reopen(): Promise<void> {
    this.decoder.delete()
    this.decoder = await openDecoder(this.module)
    this.words = 0
  }
}

function isWord({ t }: Segment): boolean {
  return !FILLER.test(t)
}

/** Without its dictionary, whose words are handed to it as they are asked for: to read all of them takes it 0.4 s. */
async function openDecoder(module: SoundSwallowerModule): Promise<Decoder> {
  const decoder = new module.Decoder({ loglevel: 'FATAL', samprate: SAMPLE_RATE_HZ, ds: FRAMES_PER_SCORE })
  decoder.unset_config('dict')
  await decoder.initialize()
  return decoder
}
