// Whoever is sent here without an account: the header, and the documentation of the API.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

export function guestTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  test('are offered no account, and those who sign in are', async () => {
    const { page } = watched
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await page.goto((await rig.web.store([{ name: 'one.mp3' }])).reportUrl)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('The owner of the audit can sign in').waitFor()
    expect(await menu.allInnerTexts()).toEqual(['API docs'])
    // One file is not "all 1 files".
    expect(await page.locator('.tracks').innerText()).toMatch(/^1 file$/m)
    await openSignedIn(rig, page, 'account')
    await expect.poll(() => menu.allInnerTexts()).toEqual(['New audit', 'Audits', 'Account', 'API docs'])
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect.poll(() => menu.allInnerTexts()).toEqual(['API docs'])
    expect(watched.wrongs).toEqual([])
  })

  // The page is long, and every part of it is looked at.
  test('find the call that everybody comes for at the top of the documentation', {
    timeout: 300_000,
  }, async () => {
    const { page } = watched
    await page.goto(`${rig.web.origin}/new`)
    await page.getByRole('link', { name: 'API docs' }).click()
    const headings = page.locator('main :is(h2, h3)')
    await expect.poll(() => headings.first().innerText()).toBe('Quick start')
    const start = page.locator('#quick-start')
    expect(await start.innerText()).toMatch(/curl[\s\S]*files=@chapter-01\.mp3[\s\S]*\/v1\/audit\?/)
    const operations = page.locator('.operation h3')
    expect(await operations.first().innerText()).toMatch(/^POST\s+\/v1\/audit$/)
    await start.getByRole('link').first().click()
    expect(page.url()).toMatch(/#createAudit$/)
    await expectAccessible(page)
    // All of it takes half a minute; the colours are the same throughout.
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'nav')
    await expectAccessible(page, '#quick-start')
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })
}
