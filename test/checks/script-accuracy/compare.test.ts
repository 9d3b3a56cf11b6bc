import { describe, expect, test } from 'vitest'
import {
  type Comparison,
  compareWithoutScript,
  compareWithScript,
} from '../../../src/checks/script-accuracy/compare.js'
import type { RecognisedSpeech } from '../../../src/checks/script-accuracy/evidence.js'
import { Dictionary } from '../../../src/speech/dictionary.js'
import type { EdgeLevels } from '../../../src/speech/edge-levels.js'
import { type Spoken, said } from './made-up.js'

const dictionary = new Dictionary(`the DH AH
house HH AW S
horse HH AO R S
their DH EH R
there DH EH R
stood S T UH D
elephant EH L AH F AH N T
old OW L D
old(2) OW L
monday M AH N D EY
sunday S AH N D EY
gate G EY T
was W AA Z
green G R IY N
warmly W AO R M L IY
welcome W EH L K AH M
laughs L AE F S
laughing L AE F IH NG
not N AA T
open OW P AH N
now N AW
it IH T
is IH Z
on AA N
mine M AY N
one W AH N
seven S EH V AH N
nine N AY N
seventeen S EH V AH N T IY N
twenty T W EH N T IY`)

const pronounce = (word: string) => {
  const known = dictionary.get(word)
  return { ways: (known ?? []).map((way) => way.split(' ')), known: known !== undefined }
}

const compare = (script: string, spoken: Spoken, marginNats?: number): Promise<Comparison> =>
  compareWithScript(
    script,
    said(spoken),
    pronounce,
    marginNats === undefined ? undefined : async () => ({ marginNats, soundNats: null }),
  )

const told = ({ differences }: Comparison) =>
  differences.map(({ kind, written, heard, cause }) => `${kind} ${written}|${heard} ${cause}`)

describe('with a script', () => {
  test('a hyphen to a word that is right hides no changed one', async () => {
    const [plain] = (await compare('The old gate was green.', 'The elephant gate was green.')).differences
    const [joined] = (await compare('The old gate was green.', 'The elephant-gate was green.')).differences
    expect(joined.cause).toBe(plain.cause)
    expect(joined.cause).toBe('voice')
  })

  test('a number whose digits are parted otherwise is right', async () => {
    expect(told(await compare('It is 17:20 now.', 'It is 1 7 20 now.'))).toEqual([])
    expect(told(await compare('It is 17:20 now.', 'It is 1 9 20 now.'))).not.toEqual([])
  })

  test('a word said twice counts where all around it is recognised as written, not beside one that was misrecognised', async () => {
    expect((await compare('The gate was green.', 'The the gate was green.')).repetitions).toHaveLength(1)
    expect((await compare('The house was green.', 'The horse horse was green.')).repetitions).toEqual([])
  })

  test('what is said as written, or sounds so, is right', async () => {
    expect(told(await compare('The gate was green.', 'the Gate, was green'))).toEqual([])
    const alike = await compare('Their house stood.', 'There house stood.')
    expect(told(alike)).toEqual(['changed Their|There recogniser'])
    expect(alike.differences[0]).toMatchObject({ verdict: 'said', confidence: 0, weight: 0, wordErrors: 0 })
  })

  test('a word that sounds otherwise is the voice’s, with its time', async () => {
    const result = await compare('The gate was green.', 'The gate was elephant.')
    expect(told(result)).toEqual(['changed green.|elephant. voice'])
    expect(result.differences[0]).toMatchObject({ timeSec: 1.5, endSec: 1.9, wordErrors: 1 })
    expect(result).toMatchObject({ referenceWords: 4, matchedWords: 3, truncated: false })
  })

  test('a skipped word has the time between its neighbours', async () => {
    const result = await compare('The old gate was green.', 'The gate was green.', 20)
    expect(told(result)).toEqual(['missing old| voice'])
    expect(result.differences[0]).toMatchObject({ timeSec: 0.4, endSec: 0.5 })
    // Words of 0.4 s leave room for a short one more: without a second hearing it is not held against the voice.
    expect(told(await compare('The old gate was green.', 'The gate was green.'))).toEqual([
      'missing old| recogniser',
    ])
  })

  test('asked again, the recogniser may take back what it wrote', async () => {
    const [taken] = (await compare('The gate was green.', 'The gate was elephant.', 2)).differences
    expect(taken.cause).toBe('recogniser')
    const [insisted] = (await compare('The gate was green.', 'The gate was elephant.', 20)).differences
    expect(insisted.cause).toBe('voice')
  })

  test('a word that sounds alike is the voice’s only if the recogniser insists', async () => {
    expect(told(await compare('The old house stood.', 'The old horse stood.'))).toEqual([
      'changed house|horse recogniser',
    ])
    expect(told(await compare('The old house stood.', 'The old horse stood.', 12))).toEqual([
      'changed house|horse voice',
    ])
    // Days and numbers are held to less.
    expect(told(await compare('Open Monday.', 'Open Sunday.', 4.5))).toEqual([
      'changed Monday.|Sunday. voice',
    ])
  })

  test('small words lost at the end are blamed on the voice where it falls silent, not where it goes on', async () => {
    const script = 'Now it is on mine.'
    const blame = async (afterSec: number) => {
      const { differences } = await compareWithScript(script, said('Now it', { afterSec }), pronounce)
      return differences.map(({ kind, written, cause }) => [kind, written, cause])
    }
    expect(await blame(0.05)).toEqual([['missing', 'is on mine.', 'voice']])
    expect(await blame(0.9)).not.toContainEqual(['missing', 'is on mine.', 'voice'])
  })

  test('a lost end is one difference, and truncates the file', async () => {
    const result = await compare('The gate was green. The old house stood there.', 'The gate was green.')
    expect(told(result)).toEqual(['missing The old house stood there.| voice'])
    expect(result.truncated).toBe(true)
  })

  describe('at the ends of a file', () => {
    const quiet = { startDb: -33, endDb: -33 }
    const script = 'The old gate was green.'
    const heard = (text: string, edges: EdgeLevels, lastSec = 0.4, confidence = 0.95) => {
      const speech = said(text)
      const last = speech.words[speech.words.length - 1]
      last.endSec = last.startSec + lastSec
      last.confidence = confidence
      return { ...speech, speechStartSec: 0, speechEndSec: last.endSec, edges }
    }
    const compared = (text: string, ...rest: [EdgeLevels, number?, number?]) =>
      compareWithScript(script, heard(text, ...rest), pronounce, async () => ({
        marginNats: -20,
        soundNats: null,
      }))

    test('where the last word is missing, the one before it may be cut', async () => {
      const result = await compared('The old gate was.', { startDb: -33, endDb: -2 }, 0.04, 0.4)
      expect(told(result)).toEqual(['missing was| voice', 'missing green.| voice'])
      expect(result.differences.map(({ verdict }) => verdict)).toEqual(['cut', 'missing'])
    })

    test('where the last word is missing, the one before it is whole if the cut lies between them', async () => {
      const result = await compared('The old gate was.', { startDb: -33, endDb: -2 }, 0.3, 0.95)
      expect(told(result)).toEqual(['missing green.| voice'])
    })

    test('a word that breaks off at the level of the voice is cut, though the recogniser completes it', async () => {
      const result = await compared('The old gate was green.', { startDb: -33, endDb: -2 }, 0.12, 0.6)
      expect(told(result)).toEqual(['missing green.| voice'])
      expect(result.differences[0]).toMatchObject({ verdict: 'cut', timeSec: 2, endSec: 2.12 })
      expect(result.truncated).toBe(true)
    })

    test('a short word that dies away is whole', async () => {
      const result = await compared('The old gate was green.', quiet, 0.25)
      expect(result).toMatchObject({ differences: [], truncated: false })
    })

    test('a word trimmed tightly at its full length is whole', async () => {
      const result = await compared('The old gate was green.', { startDb: -12, endDb: -15 }, 0.45)
      expect(result).toMatchObject({ differences: [], truncated: false })
    })

    test('a last word for which there is no sound is missing, however little the recogniser would mind it', async () => {
      const result = await compared('The old gate was', { startDb: -33, endDb: -5 }, 0.2)
      expect(told(result)).toEqual(['missing green.| voice'])
      expect(result.differences[0].verdict).toBe('missing')
      expect(result.truncated).toBe(true)
    })

    test('a small word before the script is an addition', async () => {
      const result = await compared('Is the old gate was green.', quiet)
      expect(told(result)).toEqual(['added |Is voice'])
      expect(result.differences[0].weight).toBeGreaterThan(0.6)
    })
  })

  test('more words than a recogniser mistakes are babble', async () => {
    const script = 'The old house stood there. Their horse was not green.'
    // Each of them sounds enough like what is written to be forgiven by itself.
    const alike = await compare(script, 'The old horse stood there. Their horse was not green.', -20)
    expect(told(alike)).toEqual(['changed house|horse recogniser'])
    const babble = await compare(script, 'There gold horse food there. Their house is not queen.', -20)
    expect(babble.differences.length).toBeGreaterThan(0)
    expect(babble.differences.every(({ cause }) => cause === 'voice')).toBe(true)
  })

  test('what is said again is a repetition, unless the script has it twice', async () => {
    const twice = 'The gate was green, the gate was green.'
    const result = await compare('The gate was green.', twice)
    expect(result.repetitions).toMatchObject([{ times: 1 }])
    expect((await compare(twice, twice)).repetitions).toEqual([])
  })
})

describe('a hesitation in the script', () => {
  test('is not held against the voice when the recogniser writes a word for it', async () => {
    expect(told(await compare('Hmm. The gate was green.', 'Monday the gate was green.'))).toEqual([
      'added |Monday recogniser',
    ])
    expect(told(await compare('The gate, um, was green.', 'The gate one was green.'))).toEqual([
      'added |one recogniser',
    ])
    expect(told(await compare('It is green. Hmm?', 'It is green now.'))).toEqual(['added |now. recogniser'])
    expect(told(await compare('The gate, um, was green.', 'The gate was green.'))).toEqual([])
  })

  test('excuses no word elsewhere, and not several', async () => {
    const elsewhere = await compare('Hmm. The gate was green.', 'The gate was green elephant now.')
    expect(elsewhere.differences.map(({ cause }) => cause)).toContain('voice')
    const several = await compare(
      'Hmm. The gate was green.',
      'The old elephant stood there now. The gate was green.',
    )
    expect(several.differences.map(({ cause }) => cause)).toContain('voice')
  })
})

describe('tags', () => {
  test('that are spoken are found with their time, as written and as recognised', async () => {
    const { tags } = await compare('Open. [warmly] Welcome.', 'Open. Warmly, welcome.')
    expect(tags).toEqual({
      found: 1,
      spoken: [{ tag: '[warmly]', content: 'warmly', spokenWord: 'Warmly', timeSec: 0.5, endSec: 0.9 }],
    })
  })

  test('may be inflected', async () => {
    const { tags } = await compare('[laughs] Welcome.', 'Laughing welcome.')
    expect(tags.spoken).toMatchObject([{ tag: '[laughs]', spokenWord: 'Laughing' }])
  })

  test('are not spoken because the sentence beside them has their word', async () => {
    const script = '[warmly] Welcome warmly.'
    expect((await compare(script, 'Welcome warmly.')).tags).toEqual({ found: 1, spoken: [] })
    expect((await compare(script, 'Warmly, welcome warmly.')).tags.spoken).toMatchObject([{ timeSec: 0 }])
  })
})

const compareAlone = (speech: RecognisedSpeech) => compareWithoutScript(speech, pronounce)

describe('without a script', () => {
  test('a direction alone between pauses is a spoken tag; in a sentence it is none', async () => {
    const alone = await compareAlone(said('Warmly. Welcome to the house.', { pauseAfterWord: 0 }))
    expect(alone.tags.spoken).toMatchObject([{ tag: '[warmly]', timeSec: 0 }])
    const inside = await compareAlone(said('He warmly welcomed us to the house.', { pauseAfterWord: 1 }))
    expect(inside.tags.spoken).toEqual([])
  })

  test('a phrase of three words said twice counts, rhetoric does not', async () => {
    const count = async (text: string) => (await compareAlone(said(text))).repetitions.length
    expect(await count('open the gate open the gate and go')).toBe(1)
    expect(await count('he went to the the house')).toBe(1)
    expect(await count('again and again we went')).toBe(0)
    expect(await count('no no no not that')).toBe(0)
    expect(await count('very very good')).toBe(0)
  })

  test('the reference is the transcript less what should not have been said', async () => {
    const { referenceWords, differences } = await compareAlone(said('open the gate open the gate'))
    expect(referenceWords).toBe(3)
    expect(differences).toMatchObject([{ kind: 'added', wordErrors: 3, cause: 'voice' }])
  })

  test('silence is no fault', async () => {
    expect(await compareAlone(said(''))).toMatchObject({ referenceWords: 0, differences: [] })
  })
})
