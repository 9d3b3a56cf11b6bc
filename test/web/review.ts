// Deciding about flags: by keys, one after the other, kept with the content, and exported.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FileChooser, Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { issue, type MadeUpFile } from '../../lab/web/made-up-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { samplesFolder } from '../../lab/web/web-service.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

const flaggedFor = (check: 'quality' | 'pace', message: string) => ({ reasons: [{ check, message }] })

const files: MadeUpFile[] = [
  { name: 'good.mp3' },
  {
    name: 'clicks.mp3',
    ...flaggedFor('quality', 'clicks at 0:01, 0:03'),
    issues: [
      issue('click', 1, 1.01),
      issue('click', 3, 3.01),
      { ...issue('hum', 0, 5), audibilityLabel: 'subtle' },
    ],
  },
  { name: 'fast.mp3', wordsPerMinute: 230, ...flaggedFor('pace', 'spoken 44 % faster than the batch') },
]

/** The most stops that a page of these tests has. */
const MOST_STOPS = 150

export function reviewTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  const owned = async (made: MadeUpFile[] = files) => {
    const { auditId, reportUrl } = await rig.web.store(made)
    const page = await openSignedIn(rig, watched.page, 'audits')
    await page.goto(reportUrl)
    await page.locator('.review-bar').waitFor()
    return { page, auditId, reportUrl }
  }
  const told = (page: Page) => page.locator('.review-told').innerText()
  const current = (page: Page) => page.locator('.flag.is-current').innerText()
  const shown = (page: Page) => page.locator('.detail h3').innerText()
  const decided = async (auditId: string) => {
    const answer = await rig.web.service.get(`/v1/audits/${auditId}/decisions`, rig.web.owner.key)
    return answer.json().decisions as { file: string; kind: string; decision: string; note: string }[]
  }
  /** About the same sounds, in an audit of their own. */
  const decideAll = async () => {
    const { auditId } = await rig.web.store(files)
    const about = { check: 'quality', kind: 'click', decision: 'accept' }
    const answer = await rig.web.service.app.inject({
      method: 'PUT',
      url: `/v1/audits/${auditId}/decisions`,
      headers: { 'x-api-key': rig.web.owner.key },
      payload: {
        decisions: [
          { file: 'clicks.mp3', ...about, timeSec: 1 },
          { file: 'clicks.mp3', ...about, timeSec: 3 },
          { file: 'fast.mp3', check: 'pace', kind: 'pace', timeSec: null, decision: 'retake' },
        ],
      },
    })
    expect(answer.statusCode).toBe(200)
  }
  /** From stop to stop, as who has no mouse. */
  const tabTo = async (page: Page, wanted: Locator) => {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('The keyboard does not get there.')
  }
  const saved = async (page: Page, button: Locator) => {
    await tabTo(page, button)
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    return readFile(await download.path(), 'utf8')
  }

  test('leads from an upload to exported decisions by the keyboard alone', async () => {
    const { page } = watched
    await page.goto(`${rig.web.origin}/new`)
    await tabTo(page, page.getByLabel('API key', { exact: true }))
    await page.keyboard.type(rig.web.owner.key)
    await page.keyboard.press('Enter')
    await page.locator('.drop').waitFor()
    // The browser is told to leave its dialog to the test before any key is pressed, not beside it.
    const choosers: FileChooser[] = []
    page.on('filechooser', (chooser) => choosers.push(chooser))
    await tabTo(page, page.getByLabel('Choose files'))
    await page.keyboard.press(' ')
    await expect.poll(() => choosers.length).toBe(1)
    await choosers[0].setFiles(
      ['06-morning.mp3', '07-visitor.mp3'].map((name) => fileURLToPath(new URL(name, samplesFolder))),
    )
    await page.getByRole('heading', { name: 'Up to 6 credits' }).waitFor()
    for (const check of ['Voice and volume', 'Pace']) {
      await tabTo(page, page.getByLabel(new RegExp(`^${check}`)))
      await page.keyboard.press(' ')
    }
    await page.getByRole('heading', { name: 'Up to 2 credits' }).waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Start the audit' }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/report\/[0-9a-f]{32}#/, { timeout: 100_000 })
    await page.locator('.review-bar').waitFor()
    await page.keyboard.press('g')
    await expect.poll(() => shown(page)).toBe('06-morning.mp3')
    await page.keyboard.press('e')
    await page.keyboard.type('hiss, not breath')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+R')
    await expect.poll(() => shown(page)).toBe('07-visitor.mp3')
    await page.keyboard.press('Shift+A')
    await expect.poll(() => told(page)).toContain('Review finished: 1 file to retake, 1 kept')
    await expectAccessible(page)
    const { decisions } = JSON.parse(
      await saved(page, page.getByRole('button', { name: 'Decisions as JSON' })),
    )
    expect(decisions[0]).toMatchObject({
      file: '06-morning.mp3',
      check: 'quality',
      kind: 'static',
      decision: 'retake',
      note: 'hiss, not breath',
    })
    expect(decisions.at(-1)).toMatchObject({ file: '07-visitor.mp3', decision: 'accept' })
    const lines = (await saved(page, page.getByRole('button', { name: 'Decisions as CSV' }))).split('\r\n')
    expect(lines[0]).toBe('file,check,kind,timeSec,endSec,confidence,decision,note,createdAt')
    expect(lines).toHaveLength(decisions.length + 2)
    expect(watched.wrongs).toEqual([])
  })

  test('goes to the next open flag after each decision, and says when all are decided', async () => {
    const { page, auditId } = await owned()
    await expect.poll(() => told(page)).toContain('0 of 3 flags decided')
    await page.keyboard.press('g')
    await expect.poll(() => current(page)).toContain('0:01.0')
    await page.keyboard.press('f')
    await expect.poll(() => current(page)).toContain('0:03.0')
    // What nobody notices flags nothing, and is not asked about.
    expect(await page.locator('.flag').count()).toBe(2)
    await page.keyboard.press('r')
    await expect.poll(() => shown(page)).toBe('fast.mp3')
    await page.keyboard.press('k')
    await expect.poll(() => current(page)).toContain('0:03.0')
    await page.keyboard.press('a')
    await expect.poll(() => shown(page)).toBe('fast.mp3')
    await page.keyboard.press('r')
    await expect.poll(() => told(page)).toContain('Review finished: 1 file to retake, 1 kept')
    await expect.poll(() => decided(auditId)).toHaveLength(3)
    const kept = await decided(auditId)
    expect(kept.map(({ file, decision }) => [file, decision])).toEqual([
      ['clicks.mp3', 'falseAlarm'],
      ['clicks.mp3', 'accept'],
      ['fast.mp3', 'retake'],
    ])
    await page.getByLabel('Status').selectOption({ label: 'Kept after review' })
    const names = () =>
      page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts()
    await expect.poll(names).toEqual(['clicks.mp3'])
    await page.getByRole('button', { name: 'Copy as list' }).click()
    await page.getByText('Copied 1 file name.').waitFor()
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })

  test('does not ask again about the same content in the next audit, and shows guests no decisions', async () => {
    await decideAll()
    const { page, reportUrl } = await owned()
    await expect.poll(() => told(page)).toContain('Review finished')
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(reportUrl)
    await page.getByRole('button', { name: 'Play all faults' }).waitFor()
    expect(await page.locator('.review-bar').count()).toBe(0)
  })

  test('takes a decision back that the service did not keep', async () => {
    await decideAll()
    const { page } = await owned([...files, { name: 'dull.mp3', ...flaggedFor('quality', 'dull') }])
    await page.route('**/decisions', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await page.keyboard.press('g')
    await expect.poll(() => shown(page)).toBe('dull.mp3')
    await page.keyboard.press('r')
    await page.getByText('The last decision was not saved.').waitFor()
    await expect.poll(() => told(page)).toContain('3 of 4 flags decided')
    await page.unroute('**/decisions')
    await page.locator('.flag').getByRole('button', { name: 'False alarm' }).click()
    await expect.poll(() => told(page)).toContain('Review finished')
    await expect.poll(() => page.getByText('The last decision was not saved.').count()).toBe(0)
  })

  test('plays all faults in a row, and seeks and changes speed by keys', async () => {
    const { page } = await owned()
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      document.addEventListener(
        'play',
        ({ target }) => {
          const audio = target as HTMLAudioElement
          // As quickly as the browser can, and noted from where.
          audio.playbackRate = 16
          const file = document.querySelector('.detail h3')!.textContent
          const isNew = !seen.at(-1)?.startsWith(`${file} ${audio.currentTime.toFixed(0)}`)
          if (isNew) seen.push(`${file} ${audio.currentTime.toFixed(0)}`)
        },
        true,
      )
    })
    await page.keyboard.press('l')
    const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    await expect.poll(seen).toEqual(['clicks.mp3 0', 'clicks.mp3 2', 'fast.mp3 0'])
    await page.getByRole('button', { name: 'Play all faults' }).waitFor()
    const audio = <Value>(read: (audio: HTMLAudioElement) => Value) =>
      page.locator('.player audio').evaluate(read as (element: Element) => Value)
    await expect.poll(() => audio(({ paused }) => paused)).toBe(true)
    await page.keyboard.press('+')
    await expect.poll(() => audio(({ playbackRate }) => playbackRate)).toBe(1.25)
    await page.keyboard.press('-')
    await page.keyboard.press('-')
    await expect.poll(() => page.getByLabel('Speed').inputValue()).toBe('0.75')
    const before = await audio(({ currentTime }) => currentTime)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => audio(({ currentTime }) => currentTime)).toBeCloseTo(before - 2, 1)
    // The slider goes along, whatever is drawn anew meanwhile.
    await expect
      .poll(async () => Number(await page.getByLabel('Position').inputValue()))
      .toBeCloseTo(before - 2, 0)
    expect(watched.wrongs).toEqual([])
  })
}
