import { describe, expect, test } from 'vitest'
import { likelyTags } from '../../../src/checks/script-accuracy/likely-tags.js'

/** Words of 0.3 s one after the other; "/0.2" is a silence of 0.2 s. */
function found(text: string): string[] {
  const words: { text: string; startSec: number; endSec: number; confidence: number }[] = []
  const pauses: { startSec: number; endSec: number }[] = []
  let atSec = 0
  for (const part of text.split(' ')) {
    const silence = /^\/([\d.]+)$/.exec(part)
    const endSec = atSec + (silence ? Number(silence[1]) : 0.3)
    if (silence) pauses.push({ startSec: atSec, endSec })
    else words.push({ text: part, startSec: atSec, endSec, confidence: 1 })
    atSec = endSec
  }
  return likelyTags(words, pauses).map(({ content }) => content)
}

describe('without a script a direction is known', () => {
  test.each([
    ['Warmly, /0.15 welcome to the house.', 'warmly'],
    ['It is late. /0.3 Sighs. /0.3 We should go.', 'sighs'],
    ['Sadly. /0.3 The shop has closed.', 'sadly'],
    ['Excited. /0.3 We are open again.', 'excited'],
  ])('by the silence around it: %s', (text, tag) => {
    expect(found(text)).toEqual([tag])
  })

  test.each([
    ['Laughs the function returns a list.', 'laughs'],
    ['Clears throat by noon the wind had turned.', 'clears throat'],
    ['Nervously do not exceed the torque.', 'nervously'],
    ['In a low voice, you have one message.', 'in a low voice'],
    ['I was here /0.4 sarcastically. Then we left.', 'sarcastically'],
  ])('without any, by what no sentence begins with: %s', (text, tag) => {
    expect(found(text)).toEqual([tag])
  })
})

describe('none is seen', () => {
  test.each([
    ['in a story', 'Nervously, /0.2 she opened the door.'],
    ['before a name', 'Laughing, /0.2 Thomas sat down.'],
    ['in an instruction', 'Gently stir the milk.'],
    ['in a plural', 'Laughs and cries filled the hall.'],
    ['in the adverb of a whole sentence', 'Sadly, /0.2 the shop has closed.'],
    ['within a sentence', 'She softly /0.2 closed the door.'],
    ['in a mood that begins a sentence', 'Excited, /0.3 the children ran out.'],
    ['in a file of one word', 'Softly.'],
  ])('%s: %s', (_, text) => {
    expect(found(text)).toEqual([])
  })
})
