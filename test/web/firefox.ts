// The main journey in another browser: from files to a report, its sound and its decisions.
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asItIs, openFirefox } from '../../lab/web/browser.js'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { samplesFolder } from '../../lab/web/web-service.js'
import { expectAccessible, playMuted, watchedPage } from './watched-page.js'

export function firefoxTests(rig: Rig) {
  let browser: Browser
  beforeAll(async () => {
    browser = await openFirefox()
  })
  afterAll(() => browser?.close())

  test('leads from files to a report that plays and is decided about', async () => {
    const { page, wrongs, close } = await watchedPage(browser, rig.web.origin, asItIs)
    await page.addInitScript(playMuted)
    await openSignedIn(rig, page, 'new')
    // Analysed before in Chromium, so that nothing is listened to again.
    await page
      .getByLabel('Choose files')
      .setInputFiles(
        ['06-morning.mp3', '07-visitor.mp3'].map((name) => fileURLToPath(new URL(name, samplesFolder))),
      )
    for (const check of ['Voice and volume', 'Pace']) await page.getByLabel(new RegExp(`^${check}`)).uncheck()
    await page.getByRole('button', { name: 'Start the audit' }).click()
    await page.waitForURL(/\/report\/[0-9a-f]{32}#/, { timeout: 100_000 })
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).innerText())
      .toBe('2 of 2 files should be regenerated')
    await page.locator('.review-bar').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('n')
    await expect.poll(() => page.locator('.detail h3').innerText()).toBe('06-morning.mp3')
    await page.locator('.waveform-note').waitFor({ state: 'detached' })
    await page.keyboard.press(' ')
    await expect.poll(() => page.getByTestId('position').innerText()).not.toBe('0:00.0')
    await page.keyboard.press(' ')
    await page.keyboard.press('a')
    await expect.poll(() => page.locator('.flag').first().getAttribute('data-decision')).toBe('accept')
    await page.getByRole('button', { name: 'Spectrogram' }).click()
    await page.locator('.spectrogram[data-state=done]').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.detail').count()).toBe(0)
    await page.goto(`${rig.web.origin}/audits`)
    await page.locator('.audit-card').first().waitFor()
    await page.goto(`${rig.web.origin}/account`)
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    expect(wrongs).toEqual([])
    await close()
  })
}
