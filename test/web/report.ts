import { readFile } from 'node:fs/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { issue, type MadeUpFile } from '../../lab/web/made-up-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import {
  expectAccessible,
  expectFitsPhone,
  heldWherePlayed,
  trackRow,
  type WatchedPage,
  watchedPage,
} from './watched-page.js'

const hostile = '<img src=x onerror="alert(1)">\u202egpj.exe" \'🎧\'.mp3'
const longest = `${'ü'.repeat(125)}.mp3`
const transcript = 'She put the the lamp on whispering <b>her</b> table and waited.'

const files: MadeUpFile[] = [
  { name: '01-good.mp3' },
  {
    name: hostile,
    issues: [issue('garble', 2.5, 3.5), issue('click', 4, 4.01)],
    reasons: [
      { check: 'quality', message: 'garbled speech at 0:02-0:03' },
      {
        check: 'scriptAccuracy',
        message: 'the tag [<script>alert(2)</script>] is spoken ("<b>x</b>") at 0:02',
      },
    ],
    script: {
      transcript,
      accuracy: 80,
      flagged: true,
      tags: {
        found: 1,
        spoken: [
          {
            tag: '[<script>alert(2)</script>]',
            content: 'x',
            spokenWord: 'whispering',
            timeSec: 2.4,
            endSec: 2.8,
          },
        ],
      },
      differences: [
        {
          kind: 'missing',
          written: 'old brass',
          heard: '',
          timeSec: 1.6,
          endSec: 1.6,
          confidence: 0.9,
          cause: 'voice',
        },
        {
          kind: 'changed',
          written: 'the',
          heard: '<b>her</b>',
          timeSec: 2.8,
          endSec: 3.2,
          confidence: 0.2,
          cause: 'recogniser',
        },
        {
          kind: 'changed',
          verdict: 'said',
          written: '<i>weighed.',
          heard: 'waited.',
          timeSec: 4,
          endSec: 4.4,
          confidence: 0,
          cause: 'recogniser',
        },
        {
          kind: 'added',
          written: '',
          heard: 'whispering',
          timeSec: 2.4,
          endSec: 2.8,
          confidence: 0.9,
          cause: 'voice',
        },
      ],
      repetitions: [{ text: 'the', times: 1, timeSec: 1.2, endSec: 1.6 }],
    },
  },
  {
    name: longest,
    similarity: 0.11,
    reasons: [{ check: 'comparison', message: 'another voice', deviation: 0.86 }],
  },
  { name: '04-quiet.mp3', wordsPerMinute: null },
  {
    name: '05-loud.mp3',
    loudnessDb: -12,
    reasons: [{ check: 'comparison', message: '8.0 dB louder', deviation: 0 }],
  },
]

export function reportTests(rig: Rig) {
  let audit: { auditId: string; reportUrl: string }
  let watched: WatchedPage
  beforeAll(async () => {
    audit = await rig.web.store(files)
  })
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  const open = async () => {
    const { page } = watched
    await page.goto(audit.reportUrl)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  const openTrack = async (name: string | RegExp) => {
    const page = await open()
    await trackRow(page, name).click()
    await page.locator('.detail h3').waitFor()
    return page
  }

  test('tells once what all files share, and what to do about it', async () => {
    const page = await open()
    const traits = page.locator('.whole-batch')
    await expect.poll(() => traits.innerText()).toContain('All 5 files end at the level of the voice.')
    expect(await traits.innerText()).toContain('Add 50 ms of silence after the last word')
    await expectAccessible(page)
    expect(watched.wrongs).toEqual([])
  })

  test('tells what is to be done, what it cost and which files to regenerate, first of all', async () => {
    const page = await open()
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toBe('3 of 5 files should be regenerated')
    const facts = await page.locator('.facts').innerText()
    expect(facts.replace(/\n+/g, ' ')).toMatch(/Passed 2 To regenerate 3 Cost 20 credits Took 7.7 s/)
    const list = page.locator('.regenerate > li')
    await expect.poll(() => list.count()).toBe(3)
    await expect.poll(() => list.first().innerText()).toContain('Garbled speech at 0:02-0:03')
    expect(watched.wrongs).toEqual([])
  })

  test('shows names and texts from outside as text, in their own direction', async () => {
    const page = await openTrack(/<img src=x/)
    const shown = await page.locator('.detail h3 bdi').textContent()
    expect(shown).toBe(hostile.replace('\u202e', '\ufffd'))
    await expect
      .poll(() => page.locator('.detail .reasons').innerText())
      .toContain('[<script>alert(2)</script>]')
    await expect.poll(() => page.locator('img, main script').count()).toBe(0)
    // A name without a space to break at must not make the page wider than the screen.
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })

  test('plays an issue from a second before, and draws it where it is', async () => {
    const page = await openTrack(/<img src=x/)
    const mark = page.locator('.mark.kind-garble')
    await mark.waitFor()
    const place = await mark.evaluate((element) =>
      Number.parseFloat((element as HTMLElement).style.getPropertyValue('--at')),
    )
    const durationSec = await page.evaluate(
      () => document.querySelector<HTMLAudioElement>('.player audio')!.duration,
    )
    // To a hundredth: the browser and the service count the padding of an mp3 differently.
    expect(place / 100).toBeCloseTo(2.5 / durationSec, 1)
    // The moment it jumps: later it plays on, on a slow machine for who knows how long.
    const jumped = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const audio = document.querySelector<HTMLAudioElement>('.player audio')!
          audio.addEventListener('seeking', () => resolve(audio.currentTime), { once: true })
        }),
    )
    await page
      .locator('.issues')
      .getByRole('button', { name: /0:02\.5/ })
      .click()
    expect(await jumped).toBeCloseTo(1.5, 2)
    await expect
      .poll(() => page.getByTestId('playhead').evaluate((element) => Number.parseFloat(element.style.left)))
      .toBeGreaterThan((90 * 1.5) / durationSec)
    await page.getByRole('button', { name: 'Pause' }).click()
    expect(watched.wrongs).toEqual([])
  })

  test('draws the waveform that the service has computed', async () => {
    const page = await openTrack(/<img src=x/)
    await page.locator('.mark').first().waitFor()
    const inked = () =>
      page
        .locator('.waveform canvas')
        .first()
        .evaluate((element) => {
          const { width, height } = element as HTMLCanvasElement
          // A copy: who reads the picture itself again and again is warned by the browser.
          const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
          copy.drawImage(element as HTMLCanvasElement, 0, 0)
          const { data } = copy.getImageData(0, 0, width, height)
          return data.filter((value, at) => at % 4 === 3 && value > 0).length
        })
    await expect.poll(inked).toBeGreaterThan(1000)
    await page.getByRole('button', { name: 'Spectrogram' }).click()
    await page.locator('.spectrogram[data-state=done]').waitFor()
    expect(watched.wrongs).toEqual([])
  })

  test('lays what was said against the script, and follows the voice', async () => {
    const page = await openTrack(/<img src=x/)
    const said = page.locator('.said')
    await expect
      .poll(() => said.textContent())
      .toBe(
        'She put the the left out: old brass lamp on whispering left out: the <b>her</b> table and waited. (in the script: “<i>weighed.”) ',
      )
    await expect.poll(() => said.locator('mark').innerText()).toBe('whispering')
    await expect
      .poll(() => said.locator('del').allTextContents())
      .toEqual(['left out: old brass', 'left out: the'])
    // Held to be our own mistake: told apart.
    await expect.poll(() => said.locator('ins .is-doubtful').innerText()).toBe('<b>her</b>')
    // What sounds the same is marked where it stands, for the eye and for who has it read aloud.
    const alike = said.getByRole('button', { name: 'waited. (in the script: “<i>weighed.”)' })
    await expect.poll(() => alike.getAttribute('title')).toBe('0:04.0, in the script: “<i>weighed.”')
    await expect.poll(() => alike.getAttribute('class')).toBe('word is-doubtful')
    const atTable = heldWherePlayed(page)
    await said.getByRole('button', { name: 'table' }).click()
    expect(await atTable).toBeCloseTo(3.2, 1)
    await expect.poll(() => page.locator('.is-spoken').innerText()).toBe('table')
    await said.getByRole('button', { name: 'She' }).focus()
    await page.keyboard.press('ArrowRight')
    const atSecond = heldWherePlayed(page)
    await page.keyboard.press('Enter')
    expect(await atSecond).toBeCloseTo(0.4, 1)
    expect(watched.wrongs).toEqual([])
  })

  test('gives captions with the words of the script where the recogniser was wrong', async () => {
    const page = await openTrack(/<img src=x/)
    const saved = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ])
      return readFile(await download.path(), 'utf8')
    }
    expect(await saved('WebVTT')).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:04.400\nShe put the the lamp\non whispering the table and &lt;i&gt;weighed.\n',
    )
    expect(await saved('SRT')).toMatch(/^1\r\n00:00:00,000 --> /)
    expect(watched.wrongs).toEqual([])
  })

  test('finds tracks by name, check, kind and confidence, and sorts them', async () => {
    const page = await open()
    const names = () =>
      page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts()
    await page.getByLabel('Kind').selectOption({ label: 'Garbled speech' })
    await expect.poll(names).toHaveLength(1)
    // It is told with 94 %.
    await page.getByLabel('Sound faults').selectOption({ label: '95 % sure or more' })
    await expect.poll(names).toHaveLength(0)
    await page.getByLabel('Sound faults').selectOption({ label: '80 % sure or more' })
    await expect.poll(names).toHaveLength(1)
    await page.getByLabel('Sound faults').selectOption({ label: 'Any' })
    await page.getByLabel('Kind').selectOption({ label: 'Any kind' })
    await page.getByLabel('Flagged by').selectOption({ label: 'Voice and volume' })
    await expect.poll(names).toEqual([longest, '05-loud.mp3'])
    await page.getByLabel('Flagged by').selectOption({ label: 'Any check' })
    await page.getByLabel('Name', { exact: true }).fill('QUIET')
    await expect.poll(names).toEqual(['04-quiet.mp3'])
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByLabel('Order').selectOption({ label: 'Least similar voice first' })
    expect((await names())[0]).toBe(longest)
    await page.getByLabel('Status').selectOption({ label: 'Passed' })
    await expect.poll(names).toEqual(['01-good.mp3', '04-quiet.mp3'])
  })

  test('goes from flagged track to flagged track by keyboard', async () => {
    const page = await open()
    const shown = () => page.locator('.detail h3').innerText()
    await page.keyboard.press('n')
    await expect.poll(shown).toContain('<img')
    await page.keyboard.press('n')
    await expect.poll(shown).toBe(longest)
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    await expect.poll(shown).toContain('<img')
    await page.keyboard.press('p')
    await expect.poll(shown).toBe('05-loud.mp3')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.detail').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('05-loud.mp3')
    await page.keyboard.press('Enter')
    // Letters that are typed are letters.
    await page.getByLabel('Name', { exact: true }).pressSequentially('nn')
    await expect.poll(shown).toBe('05-loud.mp3')
  })

  test('does not show as zero what was not told', async () => {
    const page = await openTrack('04-quiet.mp3')
    const measures = (await page.locator('.measures').allInnerTexts()).join('\n')
    expect(measures).toMatch(/Pace\s+not judged/)
    expect(measures).not.toMatch(/0 words/)
    await expect.poll(() => page.locator('.range-bar').count()).toBe(1)
  })

  test('tells when there is nothing to play any more', async () => {
    const { page } = watched
    await page.route('**/audio/0?*', (route) => route.fulfill({ status: 404 }))
    await open()
    await trackRow(page, '01-good.mp3').click()
    await page.getByText('the link to it has expired').waitFor()
    await page.route('**/report', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), audioUrls: [] } })
    })
    await page.reload()
    await trackRow(page, /<img/).click()
    await page.getByText('The audio has been deleted. The findings stay.').waitFor()
    await expect.poll(() => page.locator('.issues li').count()).toBeGreaterThan(0)
    await expect.poll(() => page.locator('.issues button').count()).toBe(0)
  })

  test('names the two files of a cell of the heat map, and plays them side by side', async () => {
    const page = await open()
    await page.locator('summary', { hasText: 'Voice and volume' }).click()
    const map = page.getByTestId('heat-map')
    const { width, height } = (await map.boundingBox())!
    // The one with another voice stands last.
    await map.click({ position: { x: width * 0.1, y: height * 0.9 } })
    const cell = page.getByTestId('heat-cell')
    await expect.poll(() => cell.innerText()).toBe(`${longest} and 01-good.mp3: 11 %`)
    const listed = () =>
      page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts()
    await expect.poll(listed).toEqual(['01-good.mp3', longest])
    await expect.poll(() => page.locator('.pair audio').count()).toBe(2)
    await expect.poll(() => page.getByLabel('First file').inputValue()).toBe('2')
    await page.getByLabel('First file').selectOption('4')
    await page.mouse.move(0, 0)
    await expect.poll(() => cell.innerText()).toContain('05-loud.mp3 and 01-good.mp3')
    await page.getByRole('button', { name: 'Show both in the list' }).click()
    await expect.poll(listed).toEqual(['01-good.mp3', '05-loud.mp3'])
    expect(page.url()).toContain('files=1%2C5')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(listed).toHaveLength(5)
    await expect.poll(() => page.locator('.chart-volume .is-bad').count()).toBe(1)
    await page.locator('summary', { hasText: 'Pace' }).click()
    // The one that says nothing has no place among the others.
    await expect.poll(() => page.locator('.chart-pace .dot').count()).toBe(4)
    expect(watched.wrongs).toEqual([])
  })

  test('tells what is wrong between files and scripts, with the files to open', async () => {
    const page = await open()
    const finding = page.locator('.told', { hasText: 'scripts' })
    await expect.poll(() => finding.innerText()).toContain("say each other's scripts: swap the two.")
    expect(await finding.innerText()).not.toContain('\u202e')
    await finding.getByRole('button', { name: '01-good.mp3' }).click()
    await expect.poll(() => page.locator('.detail h3').innerText()).toBe('01-good.mp3')
    expect(watched.wrongs).toEqual([])
  })

  test('hands over the list as CSV and JSON', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Copy as list' }).click()
    await page.getByText('Copied 3 file names.').waitFor()
    const saved = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ])
      return readFile(await download.path(), 'utf8')
    }
    const lines = (await saved('CSV')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toMatch(/^file,regenerate,reasons,comparison.similarity/)
    expect(lines[2]).toContain('"<img src=x onerror=""alert(1)"">')
    expect(lines[2]).toContain(',true,"quality: garbled speech at 0:02-0:03; scriptAccuracy: ')
    expect(JSON.parse(await saved('JSON'))).toMatchObject({ auditId: audit.auditId, fileCount: 5 })
  })

  test('is fit for those who do not see it, light and dark, wide and narrow', async () => {
    const page = await openTrack(/<img src=x/)
    for (const summary of await page.locator('summary').all()) await summary.click()
    await page.locator('.mark').first().waitFor()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectAccessible(page)
    // What is covered cannot be reached either.
    await expect
      .poll(() => page.locator('.virtual-list').evaluate((list) => list.closest('[inert]') !== null))
      .toBe(true)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.locator('[inert]').count()).toBe(0)
    await expectFitsPhone(page)
    await expectAccessible(page)
    expect(watched.wrongs).toEqual([])
  })

  test('says who can see it; when it is revoked it is gone for all but its owner', async () => {
    const other = await rig.web.store(files.slice(0, 2))
    const { page } = watched
    await page.goto(other.reportUrl)
    await expect.poll(() => page.locator('.sharing').innerText()).toContain('Anyone who has the link')
    await expect.poll(() => page.getByRole('button', { name: 'Revoke the link' }).count()).toBe(0)
    await page.evaluate(
      (key) =>
        fetch('/v1/session', { method: 'POST', headers: { 'x-api-key': key, 'x-audio-audit-web': '1' } }),
      rig.web.owner.key,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Revoke the link' }).click()
    await trackRow(page, '01-good.mp3').click()
    const soundOf = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .find((name) => name.includes('/audio/') && !name.includes('/peaks')),
      )
    await expect.poll(soundOf).toBeDefined()
    const audioUrl = (await soundOf())!
    expect((await fetch(audioUrl)).status).toBe(200)
    await page.getByRole('button', { name: 'Revoke it' }).click()
    await page.getByText('The link no longer works.').waitFor()
    // What was handed out before ends with it, also to the sound; the owner goes on with links of their own.
    expect((await fetch(audioUrl)).status).toBe(404)
    const played = page.waitForResponse(
      (answer) => answer.url().includes('/audio/1') && !answer.url().includes('/peaks'),
    )
    await trackRow(page, /<img/).click()
    expect((await played).ok()).toBe(true)
    await page.reload()
    await page.getByText('the share link was revoked').waitFor()
    // Without the secret as well.
    await page.goto(other.reportUrl.split('#')[0])
    await page.getByText('the share link was revoked').waitFor()
    // Nobody else.
    const stranger = await watchedPage(rig.browser, rig.web.origin)
    await stranger.page.goto(other.reportUrl)
    await stranger.page.getByText('This report is not available').waitFor()
    await stranger.close()
    await page.context().clearCookies()
    await page.reload()
    await page.getByText('This link is incomplete').waitFor()
  })

  test('keeps 500 files light', async () => {
    const many = Array.from(
      { length: 500 },
      (_, at): MadeUpFile => ({
        name: `track-${at + 1}.mp3`,
        ...(at % 9 === 4 && {
          reasons: [{ check: 'quality' as const, message: 'hum' }],
          issues: [issue('hum', 0, 5)],
        }),
      }),
    )
    const { reportUrl } = await rig.web.store(many)
    const { page } = watched
    await page.goto(reportUrl)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const rows = page.getByRole('list', { name: 'Files', exact: true }).locator('li')
    await expect.poll(() => rows.count()).toBeLessThan(40)
    await page.locator('.virtual-list').evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await trackRow(page, /track-500\.mp3/).waitFor()
    await expect.poll(() => rows.count()).toBeLessThan(40)
    await page.locator('summary', { hasText: 'Voice and volume' }).click()
    await page.getByTestId('heat-map').waitFor()
    expect(watched.wrongs).toEqual([])
  })
}
