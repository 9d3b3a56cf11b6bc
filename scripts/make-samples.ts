// Makes samples/ anew: `npx tsx scripts/make-samples.ts` (a few minutes). Ten tracks of one audiobook, most of them with a
// fault that the checks are there to find; samples/README.md lists them. The same code gives the same sound.
import { mkdirSync, writeFileSync } from 'node:fs'
import { mp3Bytes } from '../lab/mp3.js'
import { seededRandom } from '../lab/random.js'
import { cached } from '../voices/cache.js'
import { voice } from '../voices/voice.js'

const NARRATOR = 'kokoro:bf_emma'
const STRANGER = 'kokoro:af_bella'
/** Peak of the tracks, so that the loud one does not clip. */
const PEAK = 0.3
const LOUDER_DB = 8
const FASTER = 1.4
const BIT_RATE_KBPS = 96

interface Sample {
  name: string
  /** What the track should say. */
  script: string
  /** What is spoken, where that is not the script. */
  spoken?: string
  speaker?: string
  speed?: number
  change?: (samples: Float32Array, rateHz: number) => Float32Array
}

const samples: Sample[] = [
  {
    name: '01-harbour',
    script:
      'The boats came home before the rain. By four the harbour was full, and the gulls had settled along the wall to wait for whatever the nets would bring them.',
  },
  {
    name: '02-lamp',
    script:
      'Every evening her father climbed the hundred and twelve steps to the lamp. He never counted them aloud, but she could hear that he knew each one by heart.',
  },
  {
    name: '03-letter',
    script:
      'The letter was short and had taken three weeks to arrive. It said that the new keeper would come in spring, and that they should be ready to leave the island.',
    speaker: STRANGER,
  },
  {
    name: '04-storm',
    script:
      'The storm broke a little after midnight. Wind pressed against the windows until the frames began to hum, and far below them the sea threw stones at the door.',
    speed: FASTER,
  },
  {
    name: '05-kitchen',
    script:
      'In the kitchen nobody spoke. Her mother cut the bread, poured the tea and sat down, and for a long time there was nothing to hear except the old clock on the wall.',
    change: louder,
  },
  {
    name: '06-morning',
    script:
      'Morning came grey and very quiet. The path to the landing had gone, and where the shed had stood there were only four posts and a length of rope.',
    change: hissing,
  },
  {
    name: '07-visitor',
    script:
      'It was the postman who found the stranger. He lay between two rocks with his coat over his head, and when they turned him over he opened his eyes and smiled.',
    change: hesitating,
  },
  {
    name: '08-question',
    script:
      '[whispering] Are you the new keeper, she asked him. The man looked up at the tower for a while. I was, he said, but I believe that I have come too early.',
    spoken:
      'Whispering. Are you the new keeper, she asked him. The man looked up at the tower for a while. I was, he said, but I believe that I have come too early.',
  },
  {
    name: '09-supper',
    script:
      'They gave him soup and the chair beside the stove. He told them about the ship, about the men who had rowed for two days, and about the dog that would not leave the deck.',
    change: cutShort,
  },
  {
    name: '10-spring',
    script:
      'In spring the three of them painted the tower together. From the mainland it looked as though somebody had lit a candle in the middle of the day.',
  },
]

const folder = new URL('../samples/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const { name, script, spoken = script, speaker = NARRATOR, speed = 1, change } of samples) {
  const { samples: sound, sampleRateHz } = await cached(voice(speaker)).speak(spoken, { speed })
  const level = levelled(sound)
  const track = change ? change(level, sampleRateHz) : level
  const mp3 = await mp3Bytes(track, sampleRateHz, BIT_RATE_KBPS)
  writeFileSync(new URL(`${name}.mp3`, folder), mp3)
  writeFileSync(new URL(`${name}.txt`, folder), `${script}\n`)
  console.log(
    `${name}.mp3: ${(track.length / sampleRateHz).toFixed(1)} s, ${Math.round(mp3.length / 1000)} kB`,
  )
}

function levelled(sound: Float32Array): Float32Array {
  const rms = Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length)
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  // All of one loudness; no peak is near enough to full scale for the loud track to clip.
  const gain = Math.min(0.05 / rms, PEAK / peak)
  return sound.map((sample) => sample * gain)
}

function louder(sound: Float32Array): Float32Array {
  const gain = 10 ** (LOUDER_DB / 20)
  return sound.map((sample) => sample * gain)
}

/** A second of hiss in the middle of the first sentence. */
function hissing(sound: Float32Array, rateHz: number): Float32Array {
  const random = seededRandom(6)
  const from = 2 * rateHz
  const to = 3 * rateHz
  return sound.map((sample, n) => (n >= from && n < to ? sample + 0.12 * (random() - 0.5) : sample))
}

/** Four seconds of nothing after the first sentence, at its longest pause. */
function hesitating(sound: Float32Array, rateHz: number): Float32Array {
  const at = quietest(sound, rateHz)
  const out = new Float32Array(sound.length + 4 * rateHz)
  out.set(sound.subarray(0, at))
  out.set(sound.subarray(at), at + 4 * rateHz)
  return out
}

/** The sample in the middle of the quietest tenth of a second that has speech on both sides. */
function quietest(sound: Float32Array, rateHz: number): number {
  const window = Math.round(0.1 * rateHz)
  let best = Infinity
  let at = 0
  for (let from = rateHz; from + rateHz < sound.length; from += window >> 2) {
    let energy = 0
    for (let n = from; n < from + window; n++) energy += sound[n] ** 2
    if (energy >= best) continue
    best = energy
    at = from + (window >> 1)
  }
  return at
}

/** The end is missing from the middle of "and" on: a place at which every machine makes out the same words before it. */
function cutShort(sound: Float32Array, rateHz: number): Float32Array {
  return sound.slice(0, Math.round(sound.length - 2.4 * rateHz))
}
