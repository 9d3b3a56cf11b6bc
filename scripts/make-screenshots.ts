// Makes the pictures of the README from samples/, with a real audit in a real browser: npx tsx scripts/make-screenshots.ts
import { mkdir, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../lab/web/browser.js'
import { openSignedIn } from '../lab/web/signed-in.js'
import { samplesFolder, WebService } from '../lab/web/web-service.js'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
/** Beside an open file. */
const ROWS_IN_VIEW = 8
const LONGEST_AUDIT_MS = 600_000

await mkdir(folder, { recursive: true })
const web = await WebService.start()
const browser = await openBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 820 } })
  const picture = (name: string) => page.screenshot({ path: `${folder}${name}.png` })
  /** The waveforms of the rows in view. */
  const rowsDrawn = () =>
    page
      .locator('.outline[data-state=drawn]')
      .nth(ROWS_IN_VIEW - 1)
      .waitFor()
  await openSignedIn({ web, browser }, page, 'new')
  const samples = (await readdir(samplesFolder)).filter((name) => /\.(mp3|txt)$/.test(name))
  await page
    .getByLabel('Choose files')
    .setInputFiles(samples.map((name) => fileURLToPath(new URL(name, samplesFolder))))
  await page.getByText('10 of 10 files with a script').waitFor()
  await page.getByLabel('Name (optional)').fill('The harbour, chapter 1')
  await page.locator('.top').evaluate((header) => header.scrollIntoView())
  await picture('new-audit')
  await page.getByRole('button', { name: 'Start the audit' }).click()
  await page.waitForURL(/\/report\//, { timeout: LONGEST_AUDIT_MS })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.review-bar').waitFor()
  await picture('report')
  await page.locator('.track-row', { hasText: '08-question' }).click()
  await page.locator('.waveform-note').waitFor({ state: 'detached' })
  // A part of it played.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.locator('.tracks').evaluate((section) => section.scrollIntoView())
  await rowsDrawn()
  await picture('track')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.keyboard.press('f')
  await page.locator('.flag.is-current').waitFor()
  await page.keyboard.press(' ')
  await page.locator('.waveform-note').waitFor({ state: 'detached' })
  await page.locator('.tracks').evaluate((section) => section.scrollIntoView())
  await rowsDrawn()
  await picture('review')
  await page.goto(`${web.origin}/audits`)
  await page.locator('.audit-card').first().waitFor()
  await picture('audits')
} finally {
  await browser.close()
  await web.stop()
}
