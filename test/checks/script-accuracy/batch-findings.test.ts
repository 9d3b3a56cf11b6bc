import { describe, expect, test } from 'vitest'
import { FRESH_SCRIPT_TEXTS } from '../../../eval/fresh-script-texts.js'
import { seededRandom } from '../../../lab/random.js'
import { defaultOptions } from '../../../src/checks/check.js'
import { judgeScripts } from '../../../src/checks/script-accuracy/judge.js'
import { chapters, judgedBatch, listened, type SpokenFile } from './spoken-batch.js'

const texts = FRESH_SCRIPT_TEXTS.map(({ text }) => text)
const book = texts.slice(0, 10)
const stranger = texts[24]
const otherStranger = texts[27]

const findingsOf = async (files: SpokenFile[]) => (await judgedBatch(files)).batchFindings
const messagesOf = async (files: SpokenFile[]) => (await findingsOf(files)).map(({ message }) => message)
const chapter = (number: number) => `chapter-${String(number).padStart(2, '0')}.wav`

/** What a book's files say when the text of some of them is another one. */
const saying = (changed: Record<number, string>) => book.map((text, at) => changed[at] ?? text)

test('of a batch in order there is nothing to tell', async () => {
  const report = await judgedBatch(chapters(book, book))
  expect(report.batchFindings).toEqual([])
  expect(report.summary).toBe('The files say what their scripts say.')
})

describe('files in the wrong order', () => {
  test('two that are swapped', async () => {
    const report = await judgedBatch(chapters(book, saying({ 2: book[6], 6: book[2] })))
    expect(report.batchFindings).toEqual([
      {
        kind: 'wrongOrder',
        message: "chapter-03.wav and chapter-07.wav say each other's scripts: swap the two.",
        files: ['chapter-03.wav', 'chapter-07.wav'],
      },
    ])
    expect(report.summary).toBe(
      '2 of 10 files do not say what the script says; 2 files are in the wrong order.',
    )
  })

  test('a ring of three, and one of all files', async () => {
    expect(await findingsOf(chapters(book, saying({ 1: book[4], 4: book[8], 8: book[1] })))).toEqual([
      {
        kind: 'wrongOrder',
        message:
          'chapter-02.wav says the script of chapter-05.wav, chapter-05.wav that of chapter-09.wav and chapter-09.wav that of chapter-02.wav: give each file the script that it says.',
        files: ['chapter-02.wav', 'chapter-05.wav', 'chapter-09.wav'],
      },
    ])
    const [ring, ...others] = await findingsOf(chapters(book, [...book.slice(1), book[0]]))
    expect(others).toEqual([])
    expect(ring.message).toBe(
      'chapter-01.wav says the script of chapter-02.wav, chapter-02.wav that of chapter-03.wav and so on, 10 files in a ring: give each file the script that it says.',
    )
    expect(ring.files).toEqual(book.map((_, at) => chapter(at + 1)))
  })

  test('two pairs are two findings, by the place of their first files', async () => {
    const swapped = saying({ 1: book[9], 9: book[1], 0: book[5], 5: book[0] })
    expect((await findingsOf(chapters(book, swapped))).map(({ files }) => files)).toEqual([
      ['chapter-01.wav', 'chapter-06.wav'],
      ['chapter-02.wav', 'chapter-10.wav'],
    ])
  })

  test('a file is missing: from there on each says the script of the next', async () => {
    const says = [...book.slice(0, 2), ...book.slice(3), stranger]
    const report = await judgedBatch(chapters(book, says))
    expect(report.batchFindings).toEqual([
      {
        kind: 'wrongOrder',
        message:
          'chapter-03.wav to chapter-09.wav each say the script of the next file: at chapter-03.wav there is one script too many, or one file is missing. No file says the script of chapter-03.wav.',
        files: [3, 4, 5, 6, 7, 8, 9, 10].map(chapter),
      },
    ])
    expect(report.tracks[2].note).toBe('The file says the script of chapter-04.wav in place of its own.')
    expect(report.tracks[3].note).toBe('The script is what chapter-03.wav says.')
  })

  test('a file too many: from there on each says the script of the one before', async () => {
    const says = [...book.slice(0, 2), stranger, ...book.slice(2, 9)]
    expect(await findingsOf(chapters(book, says))).toEqual([
      {
        kind: 'wrongOrder',
        message:
          'chapter-04.wav to chapter-10.wav each say the script of the file before: chapter-03.wav is one file too many, or its script is missing. No file says the script of chapter-10.wav.',
        files: [10, 9, 8, 7, 6, 5, 4, 3].map(chapter),
      },
    ])
  })

  test('a file that is there twice, and all behind it one too late', async () => {
    const says = [...book.slice(0, 2), ...book.slice(1, 9)]
    expect(await messagesOf(chapters(book, says))).toEqual([
      'chapter-04.wav to chapter-10.wav each say the script of the file before, and chapter-03.wav says that of chapter-02.wav once more: chapter-03.wav is one file too many. No file says the script of chapter-10.wav.',
    ])
  })

  test('a word misrecognised here and there, and one file hardly recognised, do not tear a row apart', async () => {
    const says = [...book.slice(0, 2), ...book.slice(3), stranger].map((text, at) =>
      text
        .split(' ')
        .map((word, place) => ((place + at) % (at === 5 ? 2 : 6) === 1 ? `${word}ly` : word))
        .join(' '),
    )
    expect((await findingsOf(chapters(book, says))).map(({ files }) => files)).toEqual([
      [3, 4, 5, 6, 7, 8, 9, 10].map(chapter),
    ])
  })

  test('a row that follows no order of the files', async () => {
    const says = saying({ 7: book[2], 2: book[5], 5: stranger })
    expect(await messagesOf(chapters(book, says))).toEqual([
      'chapter-08.wav says the script of chapter-03.wav and chapter-03.wav that of chapter-06.wav: give each file the script that it says. No file says the script of chapter-08.wav.',
    ])
  })

  test('one file that says the script of another, which says neither', async () => {
    expect(await findingsOf(chapters(book, saying({ 4: book[1], 1: stranger })))).toEqual([
      {
        kind: 'wrongOrder',
        message:
          'chapter-05.wav says the script of chapter-02.wav in place of its own. No file says the script of chapter-05.wav.',
        files: ['chapter-05.wav', 'chapter-02.wav'],
      },
    ])
  })

  test('or which is silent', async () => {
    const [finding] = await findingsOf(chapters(book, saying({ 4: book[1], 1: '' })))
    expect(finding).toMatchObject({ kind: 'wrongOrder', files: ['chapter-05.wav', 'chapter-02.wav'] })
  })

  test('a script that was given to the wrong file, and a file without one', async () => {
    const scripts = [...book.slice(0, 3), stranger, undefined]
    const says = [...book.slice(0, 3), otherStranger, stranger]
    expect(await findingsOf(chapters(scripts, says))).toEqual([
      {
        kind: 'wrongOrder',
        message: 'chapter-05.wav has no script and says that of chapter-04.wav.',
        files: ['chapter-05.wav', 'chapter-04.wav'],
      },
      {
        kind: 'withoutScript',
        message: '1 of 5 files has no script: chapter-05.wav.',
        files: ['chapter-05.wav'],
      },
    ])
  })

  test('lines that differ in one word, in order and out of it', async () => {
    const lines = ['Canterbury', 'Boston', 'Liverpool', 'Oxford'].map(
      (place) => `Leave the road at ${place} and wait.`,
    )
    expect(await findingsOf(chapters(lines, lines))).toEqual([])
    const swapped = [lines[1], lines[0], lines[2], lines[3]]
    expect((await findingsOf(chapters(lines, swapped))).map(({ kind, files }) => [kind, files])).toEqual([
      ['wrongOrder', ['chapter-01.wav', 'chapter-02.wav']],
    ])
    // One wrong word makes another file's script of it, and is still one wrong word.
    expect(await findingsOf(chapters(lines, [lines[1], lines[1], lines[2], lines[3]]))).toEqual([])
    const another = [lines[1], 'Leave the road at Manchester and wait.', lines[2], lines[3]]
    expect(await findingsOf(chapters(lines, another))).toEqual([])
  })

  test('does not depend on where the caller draws the line', async () => {
    const files = chapters(book, saying({ 2: book[6], 6: book[2] }))
    const { batchFindings, summary } = await judgedBatch(files, 1)
    expect(batchFindings).toEqual(await findingsOf(files))
    expect(summary).toBe('No file is flagged; 2 files are in the wrong order.')
  })
})

describe('one script in two files', () => {
  test('said by its own file and by another one', async () => {
    const report = await judgedBatch(chapters(book, saying({ 6: book[2] })))
    expect(report.batchFindings).toEqual([
      {
        kind: 'saidTwice',
        message:
          'chapter-03.wav and chapter-07.wav both say the script of chapter-03.wav. No file says the script of chapter-07.wav.',
        files: ['chapter-03.wav', 'chapter-07.wav'],
      },
    ])
    expect(report.summary).toBe(
      '1 of 10 files does not say what the script says; 1 script is said more than once.',
    )
    expect(report.tracks[6].note).toBe('The file says the script of chapter-03.wav in place of its own.')
  })

  test('also where its own file was recognised badly', async () => {
    const mumbled = book[2].replace(/(\w)\w(\w\w)/g, '$1o$2')
    expect(
      (await findingsOf(chapters(book, saying({ 2: mumbled, 6: book[2] })))).map(({ kind, files }) => [
        kind,
        files,
      ]),
    ).toEqual([['saidTwice', ['chapter-03.wav', 'chapter-07.wav']]])
  })

  test('said by three', async () => {
    expect(await messagesOf(chapters(book, saying({ 6: book[2], 8: book[2] })))).toEqual([
      'chapter-03.wav, chapter-07.wav and chapter-09.wav all say the script of chapter-03.wav. No file says the scripts of chapter-07.wav and chapter-09.wav.',
    ])
  })

  test('half of it is not the script, nor is a script with another behind it', async () => {
    const words = book[1].split(' ')
    const half = words.slice(words.length / 2).join(' ')
    expect(await messagesOf(chapters(book, saying({ 7: half })))).toEqual([
      'No file says the script of chapter-08.wav.',
    ])
    expect(await findingsOf(chapters(book, saying({ 7: `${book[7]} ${book[1]}` })))).toEqual([])
  })

  test('that begins in one and goes on in the next', async () => {
    const words = book[3].split(' ')
    const parted = [words.slice(0, 9).join(' '), words.slice(9).join(' ')]
    const [finding, ...others] = await findingsOf(chapters(book, saying({ 3: parted[0], 4: parted[1] })))
    expect(finding).toEqual({
      kind: 'split',
      message: 'The script of chapter-04.wav goes on in chapter-05.wav: join the two, or part the script.',
      files: ['chapter-04.wav', 'chapter-05.wav'],
    })
    expect(others.map(({ kind, files }) => [kind, files])).toEqual([['scriptNotSaid', ['chapter-05.wav']]])
    // The next file may say its own script behind it, or have none.
    const both = saying({ 3: parted[0], 4: `${parted[1]} ${book[4]}` })
    expect((await findingsOf(chapters(book, both))).map(({ kind }) => kind)).toEqual(['split'])
    const scripts = [...book.slice(0, 4), undefined]
    const unscripted = [...book.slice(0, 3), ...parted]
    expect((await findingsOf(chapters(scripts, unscripted))).map(({ kind }) => kind)).toEqual([
      'split',
      'withoutScript',
    ])
  })

  test('but not where it only stops early, or the next file begins with the same words by its own script', async () => {
    const words = book[3].split(' ')
    const beginning = words.slice(0, 9).join(' ')
    expect(await findingsOf(chapters(book, saying({ 3: beginning })))).toEqual([])
    const next = `${words.slice(9).join(' ')} ${book[4]}`
    const scripts = book.map((text, at) => (at === 4 ? next : text))
    expect(await findingsOf(chapters(scripts, saying({ 3: beginning, 4: next })))).toEqual([])
  })
})

describe('a script without a file', () => {
  test('is one that no file says', async () => {
    const report = await judgedBatch(chapters(book, saying({ 3: stranger, 8: otherStranger })))
    expect(report.batchFindings).toEqual([
      {
        kind: 'scriptNotSaid',
        message: 'No file says the scripts of chapter-04.wav and chapter-09.wav.',
        files: ['chapter-04.wav', 'chapter-09.wav'],
      },
    ])
    expect(report.summary).toBe(
      '2 of 10 files do not say what the script says; 2 scripts are said by no file.',
    )
  })

  test('not one that is said as a part of another file, or of which the file says a part', async () => {
    const within = saying({ 3: stranger, 8: `${book[8]} ${otherStranger} ${book[3]} ${otherStranger}` })
    expect(await findingsOf(chapters(book, within))).toEqual([])
    const half = book[3].split(' ').slice(9).join(' ')
    expect(await findingsOf(chapters(book, saying({ 3: `${stranger} ${half}` })))).toEqual([])
  })

  test('not the script of a silent file, of which everything is told already', async () => {
    expect(await findingsOf(chapters(book, saying({ 3: '' })))).toEqual([])
  })

  test('not one in another language, which is recognised as anything', async () => {
    const scripts = [
      'El perro de la casa es muy grande y está en el jardín con los niños.',
      'To jest bardzo stary dom, a za nim stoi wysoka jodła.',
      'Koira juoksi pihan poikki ja haukkui naapurin kissalle koko illan.',
      'Rumah itu sangat tua dan berdiri di tepi jalan yang sepi.',
      ...book.slice(4),
    ]
    const says = [
      'Hello Pedro, they like a size, my grand ear stand help Hardy in conclusion use.',
      'Toy just bar so starry dome as I name story visual ca your die.',
      'Cory a you axe if he had poor keyhole cooing up or in case a look oh co kill and.',
      'Room a hit two song at two a done bear diary the topic Johnny yeah sippy.',
      ...book.slice(4),
    ]
    expect(await findingsOf(chapters(scripts, says))).toEqual([])
  })
})

describe('one recording under two names', () => {
  const line: SpokenFile = { file: 'a.wav', says: 'Your order has been shipped.', wordSec: 0.4 }
  const others: SpokenFile[] = [{ file: 'x.wav', says: book[0] }]

  test('is found with scripts and without', async () => {
    const copies = [...others, line, { ...line, file: 'b.wav' }]
    const report = await judgedBatch(copies)
    const finding = {
      kind: 'sameSound',
      message: 'a.wav and b.wav say the same words at the same times: probably one recording under 2 names.',
      files: ['a.wav', 'b.wav'],
    }
    expect(report.batchFindings).toEqual([finding])
    expect(report.summary).toBe(
      'Without scripts: no repetition and no spoken tag was found; 2 files have the same sound.',
    )
    const scripted = await judgedBatch(copies.map((file) => ({ ...file, script: file.says })))
    expect(scripted.batchFindings).toEqual([finding])
    expect(scripted.summary).toBe('The files say what their scripts say; 2 files have the same sound.')
  })

  test('with the script of another file it is told once, with what is not said', async () => {
    const copies = [...others, line, { ...line, file: 'b.wav' }]
    const scripts = [book[0], line.says, book[1]]
    expect(await messagesOf(copies.map((file, at) => ({ ...file, script: scripts[at] })))).toEqual([
      'a.wav and b.wav say the same words at the same times: probably one recording under 2 names. No file says the script of b.wav.',
    ])
  })

  test('also with more silence before it, and three times', async () => {
    const copies = [
      line,
      { ...line, file: 'b.wav', beforeSec: 0.7 },
      { ...line, file: 'c.wav', wordSec: 0.402 },
    ]
    expect((await findingsOf([...others, ...copies])).map(({ kind, files }) => [kind, files])).toEqual([
      ['sameSound', ['a.wav', 'b.wav', 'c.wav']],
    ])
  })

  test('takes of one line are not one recording', async () => {
    const takes = Array.from({ length: 12 }, (_, at) => ({
      file: `take-${at}.wav`,
      says: line.says,
      script: line.says,
      wordSec: 0.4 + 0.01 * at,
    }))
    expect(await findingsOf(takes)).toEqual([])
    // One of them says something else: the others do not say its script twice.
    expect(await findingsOf([...takes, { file: 'other.wav', says: stranger, script: line.says }])).toEqual([])
  })

  test('nor are silent files, or two that say a word or two', async () => {
    const silent = ['a.wav', 'b.wav', 'c.wav'].map((file) => ({
      file,
      says: '',
      script: 'Open the old gate.',
    }))
    const short = ['d.wav', 'e.wav'].map((file) => ({ file, says: 'Yes, please.', wordSec: 0.4 }))
    expect((await findingsOf([...others, ...silent, ...short])).map(({ kind }) => kind)).toEqual([
      'withoutScript',
    ])
  })
})

describe('files without a script', () => {
  test('are told where others have one, all at once', async () => {
    const scripts = book.map((text, at) => (at % 2 === 0 ? text : undefined))
    const report = await judgedBatch(chapters(scripts, book))
    expect(report.batchFindings).toEqual([
      {
        kind: 'withoutScript',
        message: '5 of 10 files have no script: chapter-02.wav, chapter-04.wav and 3 more.',
        files: [2, 4, 6, 8, 10].map(chapter),
      },
    ])
    expect(report.summary).toBe('The files say what their scripts say; 5 files have no script.')
  })

  test('not where none has one', async () => {
    expect(await findingsOf(chapters([], book))).toEqual([])
  })
})

test('a single file is no batch', async () => {
  expect(await findingsOf(chapters([book[0]], [stranger]))).toEqual([])
})

test('of many findings the summary tells the two that matter most', async () => {
  const says = saying({ 0: book[1], 1: book[0], 3: book[2], 5: stranger })
  const { batchFindings, summary } = await judgedBatch(chapters(book, says))
  expect(batchFindings.map(({ kind }) => kind)).toEqual(['wrongOrder', 'saidTwice', 'scriptNotSaid'])
  expect(summary).toBe(
    '4 of 10 files do not say what the script says; 2 files are in the wrong order; 1 script is said more than once.',
  )
})

test('names are told as they are', async () => {
  const names = ['"quoted", it\'s.wav', '🎧 one.wav', 'שלום\u202e.wav', '<b>$&.wav']
  const says = [book[1], book[0], book[3], book[2]]
  const findings = await findingsOf(names.map((file, at) => ({ file, says: says[at], script: book[at] })))
  expect(findings.map(({ message }) => message)).toEqual([
    `${names[0]} and ${names[1]} say each other's scripts: swap the two.`,
    `${names[2]} and ${names[3]} say each other's scripts: swap the two.`,
  ])
  expect(findings.flatMap(({ files }) => files)).toEqual(names)
})

/** As a bad recogniser writes it: words left out, run together, or with other letters. */
function misrecognised(text: string, rate: number, random: () => number): string {
  const words: string[] = []
  for (const word of text.split(' ')) {
    const what = random() < rate ? random() : 1
    if (what < 0.15) continue
    if (what < 0.3 && words.length > 0) words.push(`${words.pop()}${word.toLowerCase()}`)
    else if (what < 1) words.push(otherLetters(word, random))
    else words.push(word)
  }
  return words.join(' ')
}

function otherLetters(word: string, random: () => number): string {
  const letters = [...word]
  for (let left = 1 + word.length / 3; left > 0; left--)
    letters[Math.floor(random() * letters.length)] = 'aeioubcdfglmnprst'[Math.floor(random() * 17)]
  return letters.join('')
}

describe.each([0.1, 0.25, 0.5])('with %d of the words misrecognised', (rate) => {
  test('nothing is told of files that say their scripts', async () => {
    const random = seededRandom(41)
    expect(
      await findingsOf(
        chapters(
          texts,
          texts.map((text) => misrecognised(text, rate, random)),
        ),
      ),
    ).toEqual([])
  })

  test('pairs that are swapped are told as such or not at all', async () => {
    const random = seededRandom(43)
    const says = texts.map((_, at) => misrecognised(texts[at ^ 1], rate, random))
    const findings = await findingsOf(chapters(texts, says))
    const pairs = texts.flatMap((_, at) => (at % 2 === 0 ? [[chapter(at + 1), chapter(at + 2)]] : []))
    for (const { kind, files } of findings) {
      expect(kind).toBe('wrongOrder')
      expect(pairs).toContainEqual(files)
    }
    expect(findings.length).toBeGreaterThanOrEqual(rate < 0.5 ? 17 : 14)
  })
})

describe('500 files', () => {
  const random = seededRandom(47)
  const said = Array.from({ length: 500 }, () => {
    const words = texts[Math.floor(random() * texts.length)].split(' ')
    return [...words, ...texts[Math.floor(random() * texts.length)].split(' ')]
      .sort(() => random() - 0.5)
      .slice(0, 14)
      .join(' ')
  })
  const files = said.map(
    (says, at): SpokenFile => ({ file: `${at}.wav`, says, script: said[(at + 1) % 500] }),
  )

  test('of which each has the script of the next give one finding, the same every time', async () => {
    const batch = await Promise.all(files.map(listened))
    const judged = () => judgeScripts(batch, defaultOptions).report.batchFindings
    const [finding, ...others] = judged()
    expect(others).toEqual([])
    expect(finding.kind).toBe('wrongOrder')
    expect(finding.files).toHaveLength(500)
    expect(judged()).toEqual([finding])
  })

  test('that all say one line give none', async () => {
    const takes = files.map(({ file }, at) => ({
      file,
      says: texts[3],
      script: texts[3],
      wordSec: 0.3 + 0.003 * at,
    }))
    expect(await findingsOf(takes)).toEqual([])
  })
})
