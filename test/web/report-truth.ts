// What the report says is what the checks say: one verdict, one number a judgement, and nothing that was not judged.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { judgedAudit, type SpokenFile } from '../../lab/web/judged-audit.js'
import { issue, type MadeUpFile, madeUpAudit } from '../../lab/web/made-up-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import type { Fault } from '../../src/checks/quality/issue.js'
import {
  expectAccessible,
  expectFitsPhone,
  heldWherePlayed,
  trackRow,
  type WatchedPage,
  watchedPage,
} from './watched-page.js'

const named = (files: Omit<SpokenFile, 'name'>[]): SpokenFile[] =>
  files.map((file, at) => ({ name: `${String(at + 1).padStart(2, '0')}.mp3`, ...file }))
const good = (count: number) => Array.from({ length: count }, () => ({}))
const static_ = (startSec: number): Fault => ({
  type: 'static',
  startSec,
  endSec: startSec + 1,
  severity: 0.8,
  audibility: 0.9,
})

export function truthTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  const opened = async (reportUrl: string): Promise<Page> => {
    await watched.page.goto(reportUrl)
    await watched.page.getByRole('heading', { level: 1 }).waitFor()
    return watched.page
  }
  const openJudged = async (files: SpokenFile[]) => {
    const result = await judgedAudit(files)
    const { reportUrl } = await rig.web.storeResult(
      files.map(({ name }) => name),
      result,
    )
    return { page: await opened(reportUrl), result }
  }
  const openMadeUp = async (files: MadeUpFile[]) => opened((await rig.web.store(files)).reportUrl)
  const headline = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()
  const figures = (page: Page, name: string) => page.locator(`.figure-${name} .figure-value`).allInnerTexts()
  const openFile = async (page: Page, name: string | RegExp) => {
    await trackRow(page, name).click()
    await page.locator('.detail h3').waitFor()
  }

  test('says first what is to be done, and scores that are no better than that', async () => {
    const { page, result } = await openJudged(
      named([
        ...good(3),
        { voice: 1 },
        { loudnessDb: -11 },
        { speed: 1.4 },
        { speed: 0.6 },
        { faults: [static_(1)] },
        { faults: [static_(2)] },
        { faults: [static_(3)] },
      ]),
    )
    expect(await headline(page)).toBe('7 of 10 files should be regenerated')
    expect(result.score).toBeLessThan(75)
    const top = await page.locator('.headline').innerText()
    expect(top).toContain(`Poor: ${result.score} of 100`)
    expect(top).not.toMatch(/Fair|Good|Excellent/)
    const tiles = page.getByRole('list', { name: 'Checks' }).locator('> li')
    expect(await tiles.locator('.tile-count').allInnerTexts()).toEqual([
      '2 of 10 flagged',
      '3 of 10 flagged',
      '2 of 10 flagged',
    ])
    // What it means, in the words of the check.
    expect(await tiles.nth(1).innerText()).toContain('3 of 10 files have audible faults: static in 3.')
    await tiles
      .nth(1)
      .getByRole('button', { name: /Show them/ })
      .click()
    await expect
      .poll(() =>
        page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts(),
      )
      .toEqual(['08.mp3', '09.mp3', '10.mp3'])
    await expectAccessible(page)
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })

  test('a batch of ten voices says so above all files, and of no file that its voice is right', async () => {
    const { page, result } = await openJudged(named(Array.from({ length: 10 }, (_, voice) => ({ voice }))))
    expect(await headline(page)).toBe('None of the 10 files stands out by itself')
    const batch = await page.locator('.whole-batch').innerText()
    expect(batch).toContain('Every file has another voice: none is the voice of the batch.')
    expect(result.summary).toContain('every file has another voice'.slice(1))
    expect(result.checks.comparison!.score).toBe(0)
    expect(await figures(page, 'voice')).toEqual(Array(10).fill('not judged'))
    expect(await page.locator('.track-mark').allInnerTexts()).toEqual(Array(10).fill('Not judged'))
    expect(await page.locator('main').innerText()).not.toMatch(/100 %|Passed\s+10/)
    await openFile(page, '01.mp3')
    await expect.poll(() => page.locator('.detail').innerText()).toContain('one of 10')
    expect(await page.locator('.detail').innerText()).not.toContain('Passed')
    await page.getByLabel('Status').selectOption({ label: 'Not judged' })
    await expect
      .poll(() => page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').count())
      .toBe(10)
    await expectAccessible(page)
    expect(watched.wrongs).toEqual([])
  })

  test('silence in half of the files and one file under two names are told above all files', async () => {
    const { page } = await openJudged(
      named([
        ...good(2),
        { content: 'same' },
        { content: 'same' },
        ...Array.from({ length: 4 }, () => ({ isSilent: true })),
      ]),
    )
    expect(await headline(page)).toBe('4 of 8 files should be regenerated')
    const told = await page.locator('.told').allInnerTexts()
    expect(told[0]).toContain('Nobody speaks in 4 of 8 files (nothing is said).')
    expect(told.join()).toContain('The same file is there twice: 03.mp3 and 04.mp3.')
    // A file in which nobody speaks is good for nothing.
    expect((await figures(page, 'sound')).slice(4)).toEqual(Array(4).fill('0'))
    expect((await figures(page, 'voice')).slice(4)).toEqual(Array(4).fill('no speech'))
    expect((await figures(page, 'pace')).slice(4)).toEqual(Array(4).fill('no speech'))
    await page.locator('.told').nth(0).getByRole('button', { name: '05.mp3' }).click()
    await expect.poll(() => page.locator('.detail h3').innerText()).toBe('05.mp3')
    expect(watched.wrongs).toEqual([])
  })

  test('one number for the pace: reason, row, chart, limit, track and CSV', async () => {
    const { page, result } = await openJudged(
      named([...good(6), { speed: 0.87 }, { speed: 1.02 }, { words: 3 }]),
    )
    const { deviation } = result.checks.pace!.tracks[6]
    const size = Math.round(100 * Math.abs(deviation!))
    // The plain difference is another number, and stands nowhere.
    expect(size).not.toBe(13)
    const reason = await page.locator('.regenerate .reasons').innerText()
    expect(reason).toContain(`Spoken ${size} % slower than the batch`)
    const row = await figures(page, 'pace')
    expect(row[6]).toBe(`−${size} %`)
    expect(row[8]).toBe('not judged')
    await page.locator('details.check summary', { hasText: 'Pace' }).click()
    const chart = page.locator('[data-measure=pace]')
    await chart.waitFor()
    const valuesOf = (selector: string) =>
      chart
        .locator(selector)
        .evaluateAll((all) => all.map((each) => Number((each as SVGElement).dataset.value)))
    expect(await valuesOf('.limit')).toEqual([0.15, -0.15])
    expect(await valuesOf('.dot')).toEqual(
      result.checks.pace!.tracks.flatMap((track) => (track.deviation === null ? [] : [track.deviation])),
    )
    expect(await valuesOf('.dot.is-bad')).toEqual([deviation])
    // What is flagged lies beyond the line for the eye, too.
    const heightOf = (selector: string, name: string) =>
      chart
        .locator(selector)
        .last()
        .evaluate((each, at) => Number(each.getAttribute(at)), name)
    expect(await heightOf('.dot.is-bad', 'cy')).toBeGreaterThan(await heightOf('.limit', 'y1'))
    await openFile(page, '07.mp3')
    const judged = await page.locator('[data-judgement=pace]').innerText()
    expect(judged.replace(/\s+/g, ' ')).toBe(`Pace −${size} % limit ±15 %`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const [titles, ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n')
    const column = titles.split(',').indexOf('pace.deviation')
    expect(lines[6].split(',')[column]).toBe(String(deviation))
    expect(lines[8].split(',')[column]).toBe('')
    expect(watched.wrongs).toEqual([])
  })

  test('every chart draws its limit, and what is flagged lies beyond it', async () => {
    const { page } = await openJudged(
      named([...good(6), { voice: 1 }, { loudnessDb: -11 }, { speed: 1.5 }, { faults: [static_(1)] }]),
    )
    for (const summary of await page.locator('details.check summary').all()) await summary.click()
    const charts = page.locator('.judgement-chart')
    await expect.poll(() => charts.count()).toBe(4)
    for (const chart of await charts.all()) {
      expect(await chart.locator('.limit').count()).toBeGreaterThan(0)
      expect(await chart.locator('.dot.is-bad').count()).toBe(1)
      const limits = await chart
        .locator('.limit')
        .evaluateAll((all) => all.map((each) => Number(each.getAttribute('y1'))))
      const places = (selector: string) =>
        chart.locator(selector).evaluateAll((all) => all.map((each) => Number(each.getAttribute('cy'))))
      const [bad] = await places('.dot.is-bad')
      const within = await places('.dot:not(.is-bad)')
      for (const place of within)
        expect(limits.some((limit) => Math.sign(bad - limit) !== Math.sign(place - limit))).toBe(true)
    }
    await expectAccessible(page)
    expect(watched.wrongs).toEqual([])
  })

  test('a fault of the volume does not colour the voice', async () => {
    const { page, result } = await openJudged(named([...good(5), { loudnessDb: -11 }]))
    const rows = page.locator('.track-row')
    expect(await rows.nth(5).locator('.figure.is-flagged .figure-name').allInnerTexts()).toEqual(['Volume'])
    expect((await figures(page, 'volume'))[5]).toBe('+9.0 dB')
    expect(await page.locator('.regenerate .reasons').innerText()).toContain('9.0 dB louder than the batch')
    expect(result.checks.comparison!.volumeConsistency.limitDb).toBe(3.5)
    expect((await figures(page, 'voice'))[5]).toBe('0 % off')
    expect(watched.wrongs).toEqual([])
  })

  test('a cut that nobody can miss is seen before a pause that nobody minds', async () => {
    const page = await openMadeUp([
      {
        name: 'cut.mp3',
        issues: [
          { ...issue('silence', 3, 5), audibility: 0.1, audibilityLabel: 'subtle' },
          { ...issue('truncation', 9.19, 9.2), audibility: 0.9, audibilityLabel: 'severe' },
        ],
      },
    ])
    await openFile(page, 'cut.mp3')
    await page.locator('.mark').first().waitFor()
    const sizeOf = (kind: string) =>
      page.locator(`.mark.kind-${kind}`).evaluate((mark) => {
        const { left, right, height } = mark.getBoundingClientRect()
        const frame = mark.parentElement!.getBoundingClientRect()
        return { width: Math.min(right, frame.right) - left, height: height / frame.height }
      })
    const [cut, pause] = [await sizeOf('truncation'), await sizeOf('silence')]
    expect(cut.height).toBeCloseTo(1, 1)
    expect(pause.height).toBeLessThan(0.25)
    // As wide as a finger can hit, at the end of the file, too.
    expect(cut.width).toBeGreaterThanOrEqual(12)
    expect(watched.wrongs).toEqual([])
  })

  test('lays the script beside what was recognised, word by word, and plays a word', async () => {
    const page = await openMadeUp([scripted])
    await openFile(page, 'gulls.mp3')
    const table = page.locator('.beside')
    await table.waitFor()
    const sides = async (row: number) =>
      Promise.all(
        [0, 1].map(async (side) =>
          (
            await table
              .locator('tbody tr')
              .nth(row)
              .locator('td')
              .nth(side)
              .locator('.word')
              .evaluateAll((all) => all.map((each) => each.firstChild!.textContent))
          ).join(' | '),
        ),
      )
    expect(await sides(0)).toEqual([
      'The | gulls | cried | over | the | old harbour.',
      'Softly | The | girls | cried | over | the',
    ])
    expect(await sides(1)).toEqual(['Nobody | had | sixteen | coins.', 'Nobody | had | sixty | coins'])
    const markOf = (text: string, side: number) =>
      table
        .locator(`td:nth-child(${side + 1}) .word`, { hasText: text })
        .first()
        .getAttribute('class')
    expect(await markOf('Softly', 1)).toBe('word is-tag')
    expect(await markOf('gulls', 0)).toBe('word is-misrecognised')
    expect(await markOf('girls', 1)).toBe('word is-misrecognised')
    expect(await markOf('old harbour.', 0)).toBe('word is-missing')
    expect(await markOf('sixteen', 0)).toBe('word is-doubtful')
    expect(await markOf('cried', 0)).toBe('word')
    const playing = heldWherePlayed(page)
    await table
      .getByRole('button', { name: /^cried/ })
      .first()
      .click()
    expect(await playing).toBeCloseTo(1.2, 1)
    // On both sides, while it is said.
    await expect.poll(() => page.locator('.beside .is-spoken').count()).toBe(2)
    await expectAccessible(page)
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })

  test('plays a typical file and then the one that stands out, equally loud unless that is the fault', async () => {
    const { page } = await openJudged(
      named([
        { loudnessDb: -18 },
        { loudnessDb: -20 },
        { loudnessDb: -20 },
        { loudnessDb: -20 },
        { voice: 1, loudnessDb: -19 },
        { loudnessDb: -11 },
      ]),
    )
    await openFile(page, '05.mp3')
    const button = page.getByRole('button', { name: 'Play a typical file, then this one' })
    /** What plays next, and how far it is turned down. */
    const played = () =>
      page.evaluate(
        () =>
          new Promise<{ place: string; volume: number }>((resolve) => {
            for (const audio of document.querySelectorAll<HTMLAudioElement>('.typical-first audio'))
              audio.addEventListener(
                'play',
                () =>
                  resolve({ place: new URL(audio.src).pathname.split('/').at(-1)!, volume: audio.volume }),
                { once: true },
              )
          }),
      )
    const first = played()
    await button.click()
    // The first of those whose voice is the batch's; it is 1 dB louder.
    expect(await first).toEqual({ place: '0', volume: expect.closeTo(0.891, 3) })
    await page.getByText('Typical: 01.mp3').waitFor()
    const second = played()
    // As if it had come to its end.
    await page.locator('.typical-first audio').first().dispatchEvent('ended')
    expect(await second).toEqual({ place: '4', volume: 1 })
    await page.getByText('This one', { exact: true }).waitFor()
    await page.locator('.typical-first audio').last().dispatchEvent('ended')
    await button.waitFor()
    await openFile(page, '06.mp3')
    await expect.poll(() => page.locator('.typical-first').innerText()).toContain('Both at their own volume.')
    await openFile(page, '01.mp3')
    await expect.poll(() => page.locator('.typical-first').count()).toBe(0)
    expect(watched.wrongs).toEqual([])
  })

  test('groups the map by voice, and shows the files of one', async () => {
    const { page } = await openJudged(named([1, 0, 0, 1, 0, 0, 2].map((voice) => ({ voice }))))
    await page.locator('details.check summary', { hasText: 'Voice and volume' }).click()
    const voices = page.getByRole('table', { name: 'Voices' })
    await expect
      .poll(async () =>
        (await voices.locator('tbody tr').allInnerTexts()).map((row) => row.split(/\s{2,}|\t/)),
      )
      .toEqual([
        ['Voice A', '4', '56 s', '100 %'],
        ['Voice B', '2', '28 s', '100 %'],
        ['Voice C', '1', '14 s', '–'],
      ])
    const map = page.getByTestId('heat-map')
    const { width, height } = (await map.boundingBox())!
    // The last row is the third voice, the first column the first file of the commonest.
    await map.click({ position: { x: width * 0.05, y: height * 0.95 } })
    await expect.poll(() => page.getByTestId('heat-cell').innerText()).toContain('07.mp3 and 02.mp3')
    await voices.getByRole('button', { name: /Voice B/ }).click()
    await expect
      .poll(() =>
        page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts(),
      )
      .toEqual(['01.mp3', '04.mp3'])
    expect(page.url()).toContain('voice=2')
    await page.reload()
    await expect
      .poll(() =>
        page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts(),
      )
      .toEqual(['01.mp3', '04.mp3'])
    await expectAccessible(page)
    expect(watched.wrongs).toEqual([])
  })

  test('shows a script that is of something else, too, and says nothing of one that is not there', async () => {
    const page = await openMadeUp([
      {
        name: 'other.mp3',
        reasons: [{ check: 'scriptAccuracy', message: 'the script is of something else' }],
        script: {
          script: 'A poem about the sea.',
          hasScript: true,
          note: 'The script is of something else than what is said.',
        },
      },
      { name: 'none.mp3', script: { hasScript: false } },
    ])
    await openFile(page, 'other.mp3')
    await expect.poll(() => page.locator('.script-alone').innerText()).toBe('A poem about the sea.')
    expect(await figures(page, 'script')).toEqual(['49', 'no script'])
    await page.keyboard.press('Escape')
    await openFile(page, 'none.mp3')
    await expect.poll(() => page.locator('.detail').innerText()).toContain('There is no script')
    expect(await page.locator('.detail').innerText()).not.toMatch(/as in the script/i)
  })

  test('says nowhere that a batch without scripts is as in its scripts', async () => {
    const files: MadeUpFile[] = ['a.mp3', 'b.mp3'].map((name) => ({ name, script: { hasScript: false } }))
    const result = madeUpAudit(files)
    result.checks.scriptAccuracy = {
      ...result.checks.scriptAccuracy!,
      score: 100,
      summary: 'Without scripts: no repetition and no spoken tag was found.',
      batchFindings: [],
    }
    const { reportUrl } = await rig.web.storeResult(['a.mp3', 'b.mp3'], result)
    const page = await opened(reportUrl)
    const tile = page.getByRole('list', { name: 'Checks' }).locator('> li', { hasText: 'Script' })
    expect((await tile.innerText()).replace(/\s+/g, ' ')).toBe(
      'Script No scripts Without scripts: no repetition and no spoken tag was found.',
    )
    expect(await figures(page, 'script')).toEqual(['no script', 'no script'])
  })
}

/** "Softly" is a tag that is read aloud, "girls" the recogniser's, "old harbour." left out, "sixteen" doubtful. */
const scripted: MadeUpFile = {
  name: 'gulls.mp3',
  reasons: [{ check: 'scriptAccuracy', message: 'skips "old harbour." at 0:02' }],
  script: {
    transcript: 'Softly The girls cried over the Nobody had sixty coins',
    script: 'The gulls cried over the old harbour. Nobody had sixteen coins.',
    scriptTimesSec: [
      [0.4, 0.8],
      [0.8, 1.2],
      [1.2, 1.6],
      [1.6, 2],
      [2, 2.4],
      null,
      null,
      [2.4, 2.8],
      [2.8, 3.2],
      [3.2, 3.6],
      [3.6, 4],
    ],
    hasScript: true,
    flagged: true,
    tags: {
      found: 1,
      spoken: [{ tag: '[softly]', content: 'softly', spokenWord: 'Softly', timeSec: 0, endSec: 0.4 }],
    },
    differences: [
      {
        kind: 'added',
        verdict: 'added',
        written: '',
        heard: 'Softly',
        timeSec: 0,
        endSec: 0.4,
        confidence: 0.9,
        cause: 'voice',
      },
      {
        kind: 'changed',
        verdict: 'said',
        written: 'gulls',
        heard: 'girls',
        timeSec: 0.8,
        endSec: 1.2,
        confidence: 0,
        cause: 'recogniser',
      },
      {
        kind: 'missing',
        verdict: 'missing',
        written: 'old harbour.',
        heard: '',
        timeSec: 2.4,
        endSec: 2.4,
        confidence: 0.97,
        cause: 'voice',
      },
      {
        kind: 'changed',
        verdict: 'doubtful',
        written: 'sixteen',
        heard: 'sixty',
        timeSec: 3.2,
        endSec: 3.6,
        confidence: 0.4,
        cause: 'recogniser',
      },
    ],
  },
}
