// Addresses that lead nowhere, or not all the way.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

export function wrongPlaceTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  test.each(['nothing', 'new/here', 'deep/down?x=1', 'report'])(
    '/%s is a page that says so',
    async (place) => {
      const { page } = watched
      const answer = await page.goto(`${rig.web.origin}/${place}`)
      expect(answer?.status()).toBe(404)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await expectAccessible(page)
      await expectFitsPhone(page)
      // What Chromium itself says of a page with this status.
      expect(watched.wrongs.filter((wrong) => !wrong.includes('status of 404'))).toEqual([])
      await page.getByRole('link', { name: 'Your audits' }).click()
      await page.getByRole('heading', { name: 'Audits' }).waitFor()
    },
  )

  test('programs get JSON there', async () => {
    for (const [path, accept] of [
      ['nothing', '*/*'],
      ['nothing', 'application/json'],
      ['v1/nothing', 'text/html'],
    ]) {
      const answer = await fetch(`${rig.web.origin}/${path}`, { headers: { accept } })
      expect(answer.status).toBe(404)
      expect((await answer.json()).error.code).toBe('not_found')
    }
  })

  test('the comparison explains itself when no audits are named', async () => {
    const page = await openSignedIn(rig, watched.page, 'compare')
    await page.getByText('Choose two audits to compare').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to your audits' }).click()
    await page.getByRole('heading', { name: 'Audits' }).waitFor()
    expect(watched.wrongs).toEqual([])
  })
}
