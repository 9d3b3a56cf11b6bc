// Pages that have nothing to show: because there is nothing yet, or because the service is gone.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

export function emptyStateTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  test('lead whoever has no audits yet to the first one', async () => {
    const { key } = await rig.web.service.caller(0)
    const page = await openSignedIn(rig, watched.page, 'audits', key)
    await page.getByRole('heading', { name: 'No audits yet' }).waitFor()
    // What could be searched is not there.
    expect(await page.getByLabel('Search').count()).toBe(0)
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.locator('.empty-state').getByRole('link', { name: 'New audit' }).click()
    await page.getByText('Drop audio files or a folder here').waitFor()
    expect(watched.wrongs).toEqual([])
  })

  test('say that the service is gone, ask nobody for a key because of it, and go on when it is back', async () => {
    const { reportUrl } = await rig.web.store([{ name: 'one.mp3' }])
    const page = await openSignedIn(rig, watched.page, 'audits')
    const isGone = page.getByRole('heading', { name: 'The service cannot be reached' })
    const places: [url: string, lost: string, back: string][] = [
      [`${rig.web.origin}/audits`, '**/v1/session', 'Audits'],
      [`${rig.web.origin}/audits`, '**/v1/audits/overview*', 'Audits'],
      [reportUrl, '**/v1/audits/*/report', 'No reason was found'],
      [
        `${rig.web.origin}/compare?before=${'0'.repeat(32)}&after=${'1'.repeat(32)}`,
        '**/v1/audits/*',
        'Before',
      ],
    ]
    for (const [url, lost, back] of places) {
      await page.goto('about:blank')
      await page.route(lost, (route) => route.abort())
      await page.goto(url)
      await isGone.waitFor()
      expect(await page.getByLabel('API key', { exact: true }).count()).toBe(0)
      await page.unroute(lost)
      await page.getByRole('button', { name: 'Try again' }).click()
      await isGone.waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1, name: back }).waitFor()
    }
    await page.getByRole('heading', { name: 'The audits could not be loaded' }).waitFor()
    await expectAccessible(page)
    await expectFitsPhone(page)
  })
}
