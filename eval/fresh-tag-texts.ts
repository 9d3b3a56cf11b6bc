// Directions read aloud without a script to tell them by, and sentences in which the same words are right. Read for reporting alone.
import { seededRandom, stableHash } from '../lab/random.js'

const SENTENCES = [
  'The lighthouse keeper painted his boat blue.',
  'You will need two forms of identification.',
  'Nobody has watered the plants since April.',
  'My cousin runs a hotel near the border.',
  'Where did you put the spare batteries?',
  'The elevator is out of order today.',
  'I would rather wait for the next bus.',
  'Remove the cover and clean the filter.',
  'They sold the piano to a young teacher.',
  'There are eleven planets on this poster.',
  'The orchard behind the church belongs to us.',
  'Please leave your shoes at the entrance.',
  'We could hear the waterfall from the road.',
  'It takes forty minutes to reach the airport.',
  'Her suitcase was full of old newspapers.',
  'Do you want to hear the rest of it?',
  'Somebody has eaten all of the honey.',
  'This jacket was made in Portugal.',
  'The carpenter measured the wall twice.',
  'Next week we open our second store.',
  'He forgot the name of the street.',
  'Every morning the goats walk down to the river.',
  'That was the best concert of my life.',
  'Keep the receipt for your records.',
]

/** As engines are given them, a third in words that nothing was chosen on. */
const DIRECTIONS = [
  'tenderly', 'chuckles', 'wearily', 'in a hushed tone', 'giggles', 'furious', 'brief pause', 'impatiently',
  'screams', 'speaking slowly', 'crowd cheering', 'scornfully', 'inhales deeply', 'with a laugh', 'panicked', 'stammering',
  'Scottish accent', 'sobs', 'gleefully', 'mumbles', 'relieved', 'clears her throat', 'phone rings', 'dreamily',
  'robotic voice', 'sniffles', 'awkward silence', 'grumpily', 'whimpering', 'smugly', 'music swells', 'exhausted',
  'starts laughing', 'flatly', 'shouts', 'under her breath', 'yelling', 'determined', 'slight pause', 'hoarsely',
] // biome-ignore format: a table

/** Sentences that no direction is spoken in. */
const RIGHT_SENTENCES = [
  'Tenderly, she covered the sleeping child.',
  'He chuckles at his own jokes.',
  'Wearily, the soldiers climbed the hill.',
  'Furious, my neighbor slammed the gate.',
  'A brief pause followed. Then the music began.',
  'Impatiently, he tapped on the table.',
  'Screams could be heard from the roller coaster.',
  'Speaking slowly, the old man told us his story.',
  'Giggles and whispers came from the tent.',
  'Relieved, we drove home.',
  'Sobs shook her shoulders.',
  'Gleefully, the children jumped into the lake.',
  'She clears her throat and begins to speak.',
  'The phone rings, and nobody answers.',
  'Dreamily, he stared out of the window.',
  'Exhausted, the climbers reached the hut.',
  'With a laugh, she handed me the keys.',
  'Shouts came from across the street.',
  'Yelling at the dog will not help.',
  'Panicked, the horse ran into the field.',
  'Awkward silence is part of every first date.',
  'Relax. Breathe in. Breathe out.',
  'Under her breath, she counted the coins.',
  'Determined people find a way.',
]

const MARKS = ['.', ',', '...', '']
const PLACES = ['start', 'between', 'end'] as const

export interface TagReading {
  voice: string
  said: string
  /** Empty where none is spoken. */
  direction: string
  /** What stands behind it. */
  mark: string
  place: (typeof PLACES)[number] | 'none'
  /** Index of its first word. */
  at: number
}

/** Every direction once, and every sentence without one. */
export function tagReadings(voices: readonly string[], seed: string): TagReading[] {
  const random = seededRandom(stableHash(seed))
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]
  const withTags = DIRECTIONS.map((direction, index): TagReading => {
    const place = pick(PLACES)
    const mark = place === 'end' ? '.' : MARKS[index % MARKS.length]
    const before = place === 'start' ? [] : [pick(SENTENCES)]
    const after = place === 'end' ? [] : [pick(SENTENCES)]
    const tag = direction[0].toUpperCase() + direction.slice(1) + mark
    return {
      voice: voices[index % voices.length],
      said: [...before, tag, ...after].join(' '),
      direction,
      mark,
      place,
      at: before.join(' ').split(' ').filter(Boolean).length,
    }
  })
  const without = RIGHT_SENTENCES.map(
    (said, index): TagReading => ({
      voice: voices[index % voices.length],
      said,
      direction: '',
      mark: '',
      place: 'none',
      at: -1,
    }),
  )
  return [...withTags, ...without]
}
