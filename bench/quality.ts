// npx tsx bench/quality.ts [--json]: what the check on quality costs once decoding and voice activity are there, as a share of
// real time on one core. Bar: 0.02 without garble. Garble is counted beyond the transcript. Speech made on the spot, at three
// rates: what costs is the number of samples, so the same speech is checked at each of them.
import { parseArgs } from 'node:util'
import { bytesInMemory } from '../src/audio/bytes.js'
import { GrowingSamples } from '../src/audio/growing-samples.js'
import { Resampler } from '../src/audio/resample.js'
import { open as openGarble } from '../src/checks/quality/detectors/garble/listener.js'
import { listenForQuality } from '../src/checks/quality/listen.js'
import { OpenModels } from '../src/speech/open-models.js'
import { Track } from '../src/speech/track.js'
import { cached } from '../voices/cache.js'
import { joinUtterances, type Utterance } from '../voices/utterance.js'
import { voice } from '../voices/voice.js'
import { wavBytes } from '../voices/wav.js'
import { sentences } from './clips.js'

const VOICES = ['flite:slt', 'flite:rms', 'flite:awb']
const RATES_HZ = [16_000, 24_000, 48_000]
/** About 12 s. */
const SENTENCES_PER_FILE = 3
/** The first ones compile; of the others the cheapest counts, since what else the machine does only adds to it. */
const WARM_UP_ROUNDS = 3
const QUALITY_ROUNDS = 9
const GARBLE_ROUNDS = 5

interface Cost {
  sampleRateHz: number
  audioSec: number
  /** CPU seconds for each second of audio. */
  withoutGarble: number
  garble: number
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

async function cpuSecOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

async function cheapestRound(rounds: number, spendSec: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const spentSec = await spendSec()
    if (round >= WARM_UP_ROUNDS) least = Math.min(least, spentSec)
  }
  return least
}

async function spokenFiles(): Promise<Utterance[]> {
  const files: Utterance[] = []
  for (let first = 0; first + SENTENCES_PER_FILE <= sentences.length; first += SENTENCES_PER_FILE) {
    const speaker = cached(voice(VOICES[files.length % VOICES.length]))
    const parts: Utterance[] = []
    for (const text of sentences.slice(first, first + SENTENCES_PER_FILE))
      parts.push(await speaker.speak(text))
    files.push(joinUtterances(parts))
  }
  return files
}

function bytesAt(wantedHz: number, { samples, sampleRateHz }: Utterance): Uint8Array {
  const resampler = new Resampler(sampleRateHz, wantedHz)
  const wanted = new GrowingSamples()
  wanted.push(resampler.push(samples))
  wanted.push(resampler.flush())
  return wavBytes(wanted.whole(), wantedHz)
}

async function costAt(sampleRateHz: number, spoken: Utterance[], models: OpenModels): Promise<Cost> {
  const files = spoken.map((utterance) => bytesAt(sampleRateHz, utterance))
  const audioSec = spoken.reduce((sum, each) => sum + each.samples.length / each.sampleRateHz, 0)
  const quality = await cheapestRound(QUALITY_ROUNDS, async () => {
    let spentSec = 0
    for (const bytes of files) {
      const track = new Track(bytesInMemory(bytes), models)
      await track.voiceActivity()
      spentSec += await cpuSecOf(() => listenForQuality(track, { reading: [] }))
    }
    return spentSec
  })
  const tracks = files.map((bytes) => new Track(bytesInMemory(bytes), models))
  for (const track of tracks) await track.transcript()
  const garble = await cheapestRound(GARBLE_ROUNDS, () =>
    cpuSecOf(async () => {
      for (const track of tracks) {
        const { format } = await track.decoded()
        await openGarble({ ...format, speech: [], track }).result()
      }
    }),
  )
  return { sampleRateHz, audioSec, withoutGarble: quality / audioSec, garble: garble / audioSec }
}

const models = new OpenModels()
const spoken = await spokenFiles()
const costs: Cost[] = []
for (const rateHz of RATES_HZ) {
  const cost = await costAt(rateHz, spoken, models)
  costs.push(cost)
  if (!values.json)
    process.stdout.write(
      `${String(rateHz / 1000).padStart(3)} kHz, ${cost.audioSec.toFixed(0)} s of audio: ` +
        `${cost.withoutGarble.toFixed(4)} of real time without garble (${(1000 * cost.withoutGarble).toFixed(1)} ms per second), ` +
        `garble adds ${cost.garble.toFixed(4)}\n`,
    )
}
if (values.json) process.stdout.write(`${JSON.stringify(costs, null, 2)}\n`)
