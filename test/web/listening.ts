// Listening in the report: from a row of the list, closer in time, and by the bars and cells of the charts.
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { issue, type MadeUpFile } from '../../lab/web/made-up-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import { expectAccessible, trackRow, type WatchedPage, watchedPage } from './watched-page.js'

const MANY = 60

const files = Array.from(
  { length: MANY },
  (_, at): MadeUpFile => ({
    name: `track-${at + 1}.mp3`,
    wordsPerMinute: at < 57 ? 160 : 208,
    ...(at === 1 && {
      reasons: [{ check: 'quality' as const, message: 'hum' }],
      issues: [issue('hum', 2, 3), issue('click', 7, 7.01)],
    }),
  }),
)

export function listeningTests(rig: Rig) {
  let reportUrl: string
  let watched: WatchedPage
  beforeAll(async () => {
    reportUrl = (await rig.web.store(files)).reportUrl
  })
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  const open = async () => {
    const { page } = watched
    await page.goto(reportUrl)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  const names = () =>
    watched.page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts()

  test('plays a file from its row, beside a waveform that is loaded when the row is seen', async () => {
    const { page } = watched
    const asked: number[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/outlines'))
        asked.push(...url.searchParams.get('positions')!.split(',').map(Number))
    })
    await open()
    await page.locator('.virtual-list').scrollIntoViewIfNeeded()
    const first = page.locator('.track-line').first()
    await first.locator('.outline[data-state=drawn]').waitFor()
    await page.locator('.virtual-list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.locator('.track-line', { hasText: 'track-60.mp3' }).locator('[data-state=drawn]').waitFor()
    // Not what was scrolled past, and nothing twice.
    expect(asked.length).toBeLessThan(MANY)
    expect(new Set(asked).size).toBe(asked.length)
    await page.locator('.virtual-list').evaluate((list) => list.scrollTo(0, 0))
    // Where the file is flagged is seen in its row.
    await expect.poll(() => page.locator('.outline-mark').count()).toBe(2)
    await page.getByRole('button', { name: 'Play track-2.mp3' }).click()
    await page.getByRole('button', { name: 'Pause track-2.mp3' }).waitFor()
    await page.getByRole('button', { name: 'Play track-3.mp3' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Pause track-3.mp3' }).waitFor()
    await page.getByRole('button', { name: 'Play track-2.mp3' }).waitFor()
    // Of two sounds one is too many.
    await trackRow(page, 'track-1.mp3').click()
    await page.locator('.player').getByRole('button', { name: 'Play' }).click()
    await page.locator('.player').getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Play track-3.mp3' }).waitFor()
    await expectAccessible(page, '.tracks')
    expect(watched.wrongs).toEqual([])
  })

  test('zooms by keys, buttons and wheel, with all pictures in step', async () => {
    const page = await open()
    await page.keyboard.press('n')
    await expect.poll(() => page.locator('.mark').count()).toBe(2)
    await page.getByRole('button', { name: 'Spectrogram' }).click()
    await page.locator('.spectrogram[data-state=done]').waitFor()
    const shown = async () => {
      const label = await page.locator('.spectrogram canvas').getAttribute('aria-label')
      const [from, to] = [.../0:(\d\d\.\d) to 0:(\d\d\.\d)/.exec(label!)!].slice(1).map(Number)
      return { from, to, ticks: await page.locator('.time-axis span').allInnerTexts() }
    }
    const whole = await shown()
    expect(whole.from).toBe(0)
    await page.keyboard.press('z')
    await page.getByRole('button', { name: 'Zoom in' }).click()
    // Around the sound's place, which is the beginning.
    await expect.poll(async () => (await shown()).to).toBeCloseTo(whole.to / 4, 0)
    expect((await shown()).ticks).toContain('0:01.5')
    // What is elsewhere is not drawn at the edge.
    await expect.poll(() => page.locator('.mark').count()).toBe(1)
    await page.keyboard.press('Shift+Z')
    await expect.poll(async () => (await shown()).to).toBeCloseTo(whole.to / 2, 0)
    const box = (await page.getByTestId('waveform').boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await expect.poll(() => page.locator('.hover-time').allInnerTexts()).toHaveLength(2)
    const [hovered] = await page.locator('.hover-time').allInnerTexts()
    expect(Number(hovered.slice(2))).toBeCloseTo(whole.to / 4, 0)
    // With a modifier the wheel zooms, and what is under the pointer stays there; with Shift it moves.
    await page.keyboard.down('Alt')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Alt')
    await expect.poll(async () => (await shown()).from).toBeGreaterThan(0.5)
    expect(await page.locator('.hover-time').first().innerText()).toBe(hovered)
    const { from } = await shown()
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, 200)
    await page.keyboard.up('Shift')
    await expect.poll(async () => (await shown()).from).toBeGreaterThan(from)
    // What is played is shown, and coloured up to there.
    await page
      .locator('.issues')
      .getByRole('button', { name: /0:07\.0/ })
      .click()
    await expect.poll(async () => (await shown()).to).toBeGreaterThan(6)
    await page.keyboard.press(' ')
    await expect
      .poll(() => page.locator('canvas.played').evaluate((canvas) => canvas.style.clipPath))
      .toMatch(/inset\(0(px)? [1-9]/)
    await page.keyboard.press('0')
    await expect.poll(shown).toEqual(whole)
    await expect.poll(() => page.getByRole('button', { name: 'Whole file' }).count()).toBe(0)
    expect(watched.wrongs).toEqual([])
  })

  test('lists the files of a bar of a chart, by the keyboard as well', async () => {
    const page = await open()
    await page.locator('details.check summary', { hasText: 'Pace' }).click()
    const bar = page.getByRole('button', { name: /^Show 3 files: 25 % to 30 %/ })
    await bar.focus()
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['track-58.mp3', 'track-59.mp3', 'track-60.mp3'])
    expect(page.url()).toContain('files=58%2C59%2C60')
    // From there on in the list, and not below it.
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.tracks') !== null)).toBe(true)
    await page.getByLabel('Status').selectOption({ label: 'Flagged' })
    await page.getByText('No file matches').waitFor()
    await expectAccessible(page, '.tracks')
    await page.getByRole('button', { name: 'Show all files' }).click()
    await expect.poll(() => page.getByText(`All ${MANY} files`, { exact: true }).count()).toBe(1)
    expect(watched.wrongs).toEqual([])
  })
}
