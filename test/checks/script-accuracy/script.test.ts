import { describe, expect, test } from 'vitest'
import { hasLabel, readScript, speakersIn } from '../../../src/checks/script-accuracy/script.js'

const tagsOf = (script: string) => readScript(script).tags.map(({ tag }) => tag)

describe('tags', () => {
  test.each([
    ['[warmly] Hello there.', 'Hello there.', ['[warmly]']],
    ['Hello [laughs] there.', 'Hello there.', ['[laughs]']],
    ['Hello *sighs* there.', 'Hello there.', ['*sighs*']],
    ['Hello *opens the door* there.', 'Hello there.', ['*opens the door*']],
    ['(softly) Hello there.', 'Hello there.', ['(softly)']],
    ['(in a low voice) Hello.', 'Hello.', ['(in a low voice)']],
    ['<laugh> Hello <break time="1s"/> there.', 'Hello there.', ['<laugh>', '<break time="1s"/>']],
    ['<emphasis level="strong">Hello</emphasis> there.', 'Hello there.', ['<emphasis level="strong">']],
    ['[SOFTLY] Hello.', 'Hello.', ['[SOFTLY]']],
    ['[a [nested] one] Hello.', 'Hello.', ['[a [nested] one]']],
    ['【笑】Hello.', 'Hello.', ['[笑]']],
    ['[laughs softly Hello there.', 'Hello there.', ['[laughs softly']],
    ['Hello [there and so on.', 'Hello there and so on.', []],
    ['Hello there] and so on.', 'Hello there and so on.', []],
  ])('%s', (script, text, tags) => {
    expect(readScript(script).text).toBe(text)
    expect(tagsOf(script)).toEqual(tags)
  })

  test('stand before a word, and know their content', () => {
    const { tags } = readScript('One two, [very  slowly] three. [pause]')
    expect(tags).toEqual([
      { tag: '[very  slowly]', content: 'very slowly', wordIndex: 2 },
      { tag: '[pause]', content: 'pause', wordIndex: 3 },
    ])
  })
})

describe('what is said all the same', () => {
  test.each([
    ['I *really* mean it.', 'I really mean it.'],
    ['I **really** mean _it_.', 'I really mean it.'],
    ['The result (see page two) was clear.', 'The result (see page two) was clear.'],
    ['Five is < six and > four.', 'Five is < six and > four.'],
    ['Read [our guide](https://example.org/a) first.', 'Read our guide first.'],
    ['The <sub alias="World Wide Web">WWW</sub> is old.', 'The World Wide Web is old.'],
    ['# Chapter One\n\n- first\n- second\n\n---\n> third', 'Chapter One first second third'],
    ['NOTE to all: bring water.', 'NOTE to all: bring water.'],
    ['Remember: bring water.', 'Remember: bring water.'],
  ])('%s', (script, text) => {
    expect(readScript(script)).toEqual({ text, tags: [] })
  })
})

describe('speakers', () => {
  test.each([
    ['NARRATOR: Once upon a time.', 'Once upon a time.'],
    ['Speaker 1: Hello.', 'Hello.'],
    ['Anna: Hello.\nBen: Hi there.', 'Hello. Hi there.'],
    ['**Anna:** Hello.\n**Ben:** Hi there.', 'Hello. Hi there.'],
  ])('%s', (script, text) => {
    expect(readScript(script).text).toBe(text)
  })

  test('count where their name comes again, though most lines have none', () => {
    const script = 'Mara: I told you so.\nNobody answered.\nThe rain went on.\nMara: Twice.\nIt was late.'
    expect(readScript(script).text).toBe(
      'I told you so. Nobody answered. The rain went on. Twice. It was late.',
    )
    expect(speakersIn(script)).toEqual([
      { label: 'Mara', wordIndex: 0 },
      { label: 'Mara', wordIndex: 10 },
    ])
  })

  test('count where their name is that of who should speak', () => {
    expect(readScript('Mara: I told you so.').text).toBe('Mara: I told you so.')
    expect(readScript('Mara: I told you so.', 'mara').text).toBe('I told you so.')
    expect(hasLabel('It rained.\nMara: I told you so.', 'MARA')).toBe(true)
    expect(hasLabel('I told Mara: so what.', 'Mara')).toBe(false)
  })

  test('are told with the word that they begin with, directions or not', () => {
    const script = '**MARA** (softly): Hello [pause] there.\nTOM: Hi.\nMARA: [sighs] Well.'
    expect(speakersIn(script)).toEqual([
      { label: 'MARA', wordIndex: 0 },
      { label: 'TOM', wordIndex: 2 },
      { label: 'MARA', wordIndex: 3 },
    ])
    expect(readScript(script).text).toBe('Hello there. Hi. Well.')
  })

  test('keep the direction behind their name', () => {
    expect(readScript('ANNA (softly): Hello.')).toMatchObject({
      text: 'Hello.',
      tags: [{ tag: '(softly)', wordIndex: 0 }],
    })
  })
})

test('a script of nothing but directions has nothing to say', () => {
  expect(readScript(' [pause] ').text).toBe('')
  expect(readScript('')).toEqual({ text: '', tags: [] })
})
