import { describe, expect, test } from 'vitest'
import { likelyTags } from '../../../src/checks/script-accuracy/likely-tags.js'
import { misrecognisedDirections } from '../../../src/checks/script-accuracy/misrecognised-directions.js'
import { allPronouncing } from '../../../src/speech/pronouncing.js'

const misrecognised = misrecognisedDirections(await allPronouncing())

/** Words of 0.3 s one after the other; "/0.2" is a silence of 0.2 s, and the recogniser is unsure of a word behind "~". */
function found(text: string): string[] {
  const words: { text: string; startSec: number; endSec: number; confidence: number }[] = []
  const pauses: { startSec: number; endSec: number }[] = []
  let atSec = 0
  for (const part of text.split(' ')) {
    const silence = /^\/([\d.]+)$/.exec(part)
    const endSec = atSec + (silence ? Number(silence[1]) : 0.3)
    if (silence) pauses.push({ startSec: atSec, endSec })
    else
      words.push({
        text: part.replace('~', ''),
        startSec: atSec,
        endSec,
        confidence: part[0] === '~' ? 0.5 : 1,
      })
    atSec = endSec
  }
  return likelyTags(words, pauses, misrecognised).map(({ content }) => content)
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
    ['I am here /0.4 sarcastically. What is it?', 'sarcastically'],
    ['Laughs nervously we have to go.', 'laughs nervously'],
    ['Takes a deep breath this is it.', 'takes a deep breath'],
    ['Whispering we have to go.', 'whispering'],
    ['Whispers are you sure?', 'whispers'],
    ['Sternly enter your password now.', 'sternly'],
    ['Hesitantly I would like a room.', 'hesitantly'],
    ['In a hushed, trembling voice the train is late.', 'in a hushed, trembling voice'],
    ['Excited, the shop is open again.', 'excited'],
    ['It is late. /0.3 Long pause who told you?', 'long pause'],
    ['Door slams the second train is late.', 'door slams'],
    ['Music fades. Welcome to the show.', 'music fades'],
    ['Laughs harder the train was late.', 'laughs harder'],
    ['End of chapter, the train was late.', 'end of chapter'],
    ['Cheerfully everything in this room is mine.', 'cheerfully'],
    ['Pause, my brother sold the house.', 'pause'],
    ['Breathless, /0.15 maybe we can go.', 'breathless'],
    ['Surprised /0.15 take the next exit.', 'surprised'],
    ['Tenderly, the last tram carried a soldier.', 'tenderly'],
  ])('without any, by what no sentence begins with: %s', (text, tag) => {
    expect(found(text)).toEqual([tag])
  })
})

test('in a story it must stand as far apart as the sentences do', () => {
  expect(found('It rained. /0.3 Nervously, /0.3 she opened the door.')).toEqual(['nervously'])
  expect(found('It rained. /0.6 Nervously, /0.3 she opened the door.')).toEqual([])
})

test('in a story less will do where another one is said', () => {
  const story = 'Nervously, /0.2 she opened the door.'
  expect(found(`Laughs. /0.6 It rained. /0.6 ${story}`)).toEqual(['laughs', 'nervously'])
  expect(found(`It rained. /0.6 ${story}`)).toEqual([])
})

test.each([
  ['Sarcastically, the children pulled their coats tight.', 'sarcastically'],
  ['Thoughtfully, the smoke smelled of apples.', 'thoughtfully'],
  ['Giggling, /0.1 the old clock stopped.', 'giggling'],
])('in a story also where nobody could do anything so: %s', (text, tag) => {
  expect(found(text)).toEqual([tag])
})

describe('at the end it is known', () => {
  test.each([
    ['There is a problem with the engine, /0.26 laughing softly.', 'laughing softly'],
    ['They walked along the river, /0.26 British accent.', 'british accent'],
    ['You can park the car here, /0.26 groans.', 'groans'],
    ['She lost the keys, /0.36 nervously.', 'nervously'],
  ])('by the silence, and by what it cannot go on with: %s', (text, tag) => {
    expect(found(text)).toEqual([tag])
  })
})

describe('a direction is known in what the recogniser wrote for it', () => {
  test.each([
    ['when it sounds the same: Size we should go.', 'Size we should go.', 'size'],
    ["with another sign: Gulp's the doors are closing.", "Gulp's the doors are closing.", "gulp's"],
    ['in part: Long paws never share this key.', 'Long paws never share this key.', 'long paws'],
    [
      'when it is unsure, between silences',
      "It is late. /0.3 ~Clare's ~throat. /0.3 We go.",
      "clare's throat",
    ],
  ])('%s', (_, text, tag) => {
    expect(found(text)).toEqual([tag])
  })

  test('and not in what it is sure of', () => {
    expect(found("It is late. /0.3 Clare's throat. /0.3 We go.")).toEqual([])
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
    ['in the adverb of what somebody does', 'Quietly, /0.3 he closes the door.'],
    ['in a command', 'Pause here and think.'],
    ['in a command with an object', 'Pause the video and try it.'],
    ['in a friendly command', 'Smile, /0.3 you are on camera.'],
    ['in a verb with its subject', 'I asked her why. /0.3 She laughs.'],
    ['in verbs in a row', 'He looks up, /0.3 sighs, /0.3 and leaves.'],
    ['behind what it belongs to', 'He came in, /0.3 laughing.'],
    ['in a subject', 'Crying will not help you.'],
    ['in a plural with its verb', 'Whispers spread through the school.'],
    ['in a plural with its kind', 'Sighs of relief were heard.'],
    ['in what tells of an adjective', 'Brightly colored birds sang.'],
    ['in what the speaker thinks', 'Honestly, /0.3 you should see this.'],
    ['in a question of mood', 'Tired? /0.3 Try our coffee.'],
    ['under a letter', 'See you soon. /0.4 Warmly, /0.2 your friend Martha.'],
    ['in a phrase with a story behind it', 'In a low voice, /0.2 he told us everything.'],
    ['in a sentence about music', 'Music fades in the distance.'],
    ['where somebody spoke so', 'Sarcastically, /0.2 he thanked me for it.'],
    ['in what may tell of a thing', 'Softly, /0.2 the snow fell on the roofs.'],
    ['of a person, in what no thing does', 'Thoughtfully, /0.2 the kitchen maid closed the door.'],
    ['in the midst of a sentence', 'The boy, /0.3 laughing, /0.3 ran down the hill.'],
    ['in a mood that goes on', 'Sad, /0.1 but true.'],
    ['in a sound of a story', 'Silence. /0.5 Nobody moved.'],
    ['in what a book is read with', 'End of chapter five.'],
    ['behind somebody who may do so', 'She looks up, /0.26 smiling.'],
    ['in a breath that is to be drawn', 'Deep breath in, and slowly out.'],
  ])('%s: %s', (_, text) => {
    expect(found(text)).toEqual([])
  })
})
