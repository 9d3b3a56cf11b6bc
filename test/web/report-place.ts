// Where in the report a reader is: by keys, by the address, by the browser's Back, on paper.
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { issue, type MadeUpFile } from '../../lab/web/made-up-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import { trackRow, type WatchedPage, watchedPage } from './watched-page.js'

const MANY = 60
const isBad = (at: number) => at % 3 === 1

const files = Array.from(
  { length: MANY },
  (_, at): MadeUpFile => ({
    name: `track-${at + 1}.mp3`,
    ...(isBad(at) && {
      reasons: [{ check: 'quality' as const, message: 'hum' }],
      issues: [issue('hum', 2, 5)],
    }),
  }),
)

export function reportPlaceTests(rig: Rig) {
  let reportUrl: string
  let watched: WatchedPage
  beforeAll(async () => {
    reportUrl = (await rig.web.store(files)).reportUrl
  })
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  const open = async (more = '') => {
    const { page } = watched
    // Another place in the same report is not a new page to the browser, unless one was between.
    await page.goto('about:blank')
    await page.goto(reportUrl + more)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  const shown = () => watched.page.locator('.detail h3').innerText()
  const detailCount = () => watched.page.locator('.detail').count()
  const isPaused = () =>
    watched.page.evaluate(() => document.querySelector<HTMLAudioElement>('.player audio')!.paused)
  const position = () =>
    watched.page.evaluate(() => document.querySelector<HTMLAudioElement>('.player audio')!.currentTime)
  const row = (name: string) => trackRow(watched.page, new RegExp(`${name}\\b`))

  test('plays and pauses with the space bar, and does not scroll', async () => {
    const page = await open()
    await row('track-2\\.mp3').click()
    await expect.poll(shown).toBe('track-2.mp3')
    const before = await page.evaluate(() => scrollY)
    await page.keyboard.press(' ')
    await expect.poll(isPaused).toBe(false)
    await page.keyboard.press(' ')
    await expect.poll(isPaused).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(before)
    // Where the space bar presses what has the focus, it does that alone.
    await page.getByRole('button', { name: 'Spectrogram' }).focus()
    await page.keyboard.press(' ')
    await page.locator('.spectrogram').waitFor()
    expect(await isPaused()).toBe(true)
    expect(watched.wrongs).toEqual([])
  })

  test('goes to the next and the previous fault after a click anywhere', async () => {
    const page = await open()
    await page.getByRole('heading', { name: 'Who can see this' }).click()
    await page.locator('summary', { hasText: 'Pace' }).click()
    await page.keyboard.press('n')
    await expect.poll(shown).toBe('track-2.mp3')
    await page.locator('summary', { hasText: 'Pace' }).click()
    await page.keyboard.press('n')
    await expect.poll(shown).toBe('track-5.mp3')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('p')
    await expect.poll(shown).toBe('track-2.mp3')
  })

  test('has an address for a track, a time and a filter, behind the secret of the link', async () => {
    const page = await open()
    await page.getByLabel('Status').selectOption({ label: 'Flagged' })
    await page.getByLabel('Order').selectOption({ label: 'Name' })
    await page.getByLabel('Name', { exact: true }).fill('track-1 & <b>')
    await page.getByLabel('Name', { exact: true }).fill('track-1')
    await row('track-14\\.mp3').click()
    await page.locator('.waveform canvas').first().waitFor()
    await expect.poll(() => page.locator('.mark').count()).toBe(1)
    const box = (await page.getByTestId('waveform').boundingBox())!
    await page.mouse.click(box.x + box.width / 4, box.y + box.height - 4)
    const soughtSec = await position()
    await expect.poll(() => page.url()).toMatch(/&at=\d/)
    const [, token] = reportUrl.split('#')
    expect(page.url()).toContain(`#${token}&track=14&at=${soughtSec.toFixed(1)}&`)
    expect(new URL(page.url()).search).toBe('')
    const address = page.url()
    await page.goto('about:blank')
    await page.goto(address)
    await expect.poll(shown).toBe('track-14.mp3')
    await expect.poll(position).toBeCloseTo(soughtSec, 0)
    const names = () =>
      page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts()
    await expect.poll(names).toEqual(['track-11.mp3', 'track-14.mp3', 'track-17.mp3'])
    expect(await page.getByLabel('Status').inputValue()).toBe('flagged')
    expect(watched.wrongs).toEqual([])
  })

  test('takes an address that somebody has typed wrongly for the report as it is', async () => {
    await open('&track=4711&at=x&status=bad&kind=%00&sure=9&order=&name')
    expect(await detailCount()).toBe(0)
    await expect.poll(() => watched.page.getByText(`All ${MANY} files`, { exact: true }).count()).toBe(1)
    expect(watched.wrongs).toEqual([])
  })

  test('closes the track on Back, on a phone too, and stays in the report', async () => {
    const { page } = watched
    await page.setViewportSize({ width: 390, height: 800 })
    await open()
    await row('track-2\\.mp3').click()
    await expect.poll(shown).toBe('track-2.mp3')
    await page.getByRole('button', { name: 'Next flagged file' }).click()
    await expect.poll(shown).toBe('track-5.mp3')
    await page.goBack()
    await expect.poll(detailCount).toBe(0)
    expect(page.url()).toBe(reportUrl)
    await page.goForward()
    await expect.poll(shown).toBe('track-5.mp3')
    // Closed by hand it leaves nothing behind that Back would open again.
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(detailCount).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('track-5.mp3')
    await expect.poll(() => page.url()).toBe(reportUrl)
    await page.goBack()
    await expect.poll(() => page.url()).toBe('about:blank')
  })

  test('keeps a filter that was chosen while a track was open', async () => {
    const page = await open()
    await row('track-2\\.mp3').click()
    await page.getByLabel('Status').selectOption({ label: 'Flagged' })
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(detailCount).toBe(0)
    await expect.poll(() => page.url()).toMatch(/&status=flagged$/)
    expect(await page.getByLabel('Status').inputValue()).toBe('flagged')
  })

  test('draws a spectrogram with axes, in step with the sound', async () => {
    const page = await open()
    await row('track-2\\.mp3').click()
    await page.getByRole('button', { name: 'Spectrogram' }).click()
    await page.locator('.spectrogram[data-state=done]').waitFor()
    await expect.poll(() => page.locator('.frequency').allInnerTexts()).toEqual(['2 kHz', '4 kHz', '6 kHz'])
    // The sample lasts 9.2 seconds.
    await expect
      .poll(() => page.locator('.time-axis span').allInnerTexts())
      .toEqual(['0:00', '0:02', '0:04', '0:06', '0:08'])
    const picture = page.getByTestId('spectrogram')
    const { width, height } = (await picture.boundingBox())!
    await picture.click({ position: { x: width / 2, y: height / 3 } })
    const durationSec = await page.evaluate(
      () => document.querySelector<HTMLAudioElement>('.player audio')!.duration,
    )
    await expect.poll(position).toBeCloseTo(durationSec / 2, 0)
    const left = (testId: string) => () =>
      page.getByTestId(testId).evaluate((element) => Number.parseFloat(element.style.left))
    await expect.poll(left('spectrogram-playhead')).toBeCloseTo(50, 0)
    await expect.poll(left('playhead')).toBeCloseTo(50, 0)
    expect(watched.wrongs).toEqual([])
  })

  test('prints every row and every file to regenerate', async () => {
    const page = await open()
    const rows = page.getByRole('list', { name: 'Files', exact: true }).locator('li')
    await expect.poll(() => rows.count()).toBeLessThan(MANY)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => rows.count()).toBe(MANY)
    await expect.poll(() => page.locator('.regenerate > li').count()).toBe(MANY / 3)
    // One under the other, none cut off by a box that scrolls on the screen.
    const tops = await rows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(MANY)
    const hiddenPx = await page
      .locator('.virtual-list')
      .evaluate((list) => list.scrollHeight - list.clientHeight)
    expect(hiddenPx).toBeLessThanOrEqual(1)
    // What the browser itself does before it prints.
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => rows.count()).toBeLessThan(MANY)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect.poll(() => rows.count()).toBe(MANY)
    expect(watched.wrongs).toEqual([])
  })
}
