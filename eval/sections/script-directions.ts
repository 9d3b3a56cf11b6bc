// Directions read aloud and checked without a script: how many are found, by place and mark, and how many where there are none.
import { join } from 'node:path'
import { type TagReading, tagReadings } from '../fresh-tag-texts.js'
import { percent, table } from '../table.js'
import { judged, type Listen, spoken } from './script-trials.js'

const QUICK_VOICES = ['flite:kal16', 'flite:awb', 'flite:slt', 'flite:rms']
/** In no other set. */
const NATURAL_VOICES = ['kokoro:af_bella', 'kokoro:am_fenrir', 'kokoro:bf_alice', 'kokoro:bm_george']
/** Kokoro is slower than real time. */
const NATURAL_EVERY = 2
/** A direction is found when it is reported so near to where it begins. */
const NEAR_SEC = 0.6

interface Share {
  name: string
  spoken: number
  found: number
}

export interface DirectionFigures {
  shares: Share[]
  /** Reported where none was spoken, in so many sentences with the same words. */
  false: number
  rightSentences: number
}

interface ReadingResult extends TagReading {
  found: boolean
  wrong: number
}

export async function checkDirections(
  listen: Listen,
  folder: string,
  limit: number | undefined,
): Promise<DirectionFigures> {
  const natural = tagReadings(NATURAL_VOICES, 'natural').filter((_, index) => index % NATURAL_EVERY === 0)
  const readings = [...natural, ...tagReadings(QUICK_VOICES, 'quick')].slice(0, limit)
  const results: ReadingResult[] = []
  for (const reading of readings) {
    const { file, words } = await spoken(reading.said, reading.voice, join(folder, 'direction.wav'))
    const [findings] = await listen(file, [null])
    const tags = judged(findings, null).tags.spoken
    const startSec = words?.[reading.at]?.startSec ?? null
    const isNear = (timeSec: number) => startSec === null || Math.abs(timeSec - startSec) <= NEAR_SEC
    const found = reading.place !== 'none' && tags.some(({ timeSec }) => isNear(timeSec))
    results.push({ ...reading, found, wrong: tags.length - (found ? 1 : 0) })
  }
  return figuresOf(results)
}

function figuresOf(results: ReadingResult[]): DirectionFigures {
  const withTag = results.filter(({ place }) => place !== 'none')
  const shareOf = (name: string, belongs: (reading: ReadingResult) => boolean): Share => {
    const own = withTag.filter(belongs)
    return { name, spoken: own.length, found: own.filter(({ found }) => found).length }
  }
  return {
    shares: [
      shareOf('with a mark behind', ({ mark }) => mark !== ''),
      shareOf('without', ({ mark }) => mark === ''),
      ...(['start', 'between', 'end'] as const).map((name) => shareOf(name, ({ place }) => place === name)),
      shareOf('natural voices', ({ voice }) => voice.startsWith('kokoro')),
      shareOf('all', () => true),
    ],
    false: results.reduce((sum, { wrong }) => sum + wrong, 0),
    rightSentences: results.length - withTag.length,
  }
}

export function directionsText({ shares, false: wrong, rightSentences }: DirectionFigures): string {
  return [
    'Directions of all kinds without a script (bars: 80 % found, 95 % of those reported right)',
    table<Share>(
      [
        { title: 'direction', value: ({ name }) => name, align: 'left' },
        { title: 'spoken', value: ({ spoken: count }) => count },
        { title: 'found', value: ({ spoken: count, found }) => (count ? percent(found / count) : null) },
      ],
      shares,
    ),
    `Reported where none is spoken: ${wrong}, ${rightSentences} sentences with the same words among them`,
  ].join('\n')
}
