import { afterEach, beforeEach, expect, test } from 'vitest'
import { written } from '../../lab/service/sample-audit.js'
import type { MadeUpFile } from '../../lab/web/made-up-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { SESSION_COOKIE } from '../../src/server/web/session.js'
import { accountCaller } from '../../src/store/caller.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

const bad = (name: string, message = 'hum'): MadeUpFile => ({
  name,
  reasons: [{ check: 'quality', message }],
})

export function accountTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  test('has a session that scripts cannot read, and that ends when they sign out', async () => {
    const page = await openSignedIn(rig, watched.page, 'account')
    await page.getByRole('heading', { name: /credits$/ }).waitFor()
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: SESSION_COOKIE, httpOnly: true, sameSite: 'Strict', secure: false })
    expect(decodeURIComponent(cookie.value)).not.toContain(rig.web.owner.key)
    expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      '',
      0,
      0,
    ])
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByLabel('API key', { exact: true }).waitFor()
    expect(await page.context().cookies()).toEqual([])
    expect(watched.wrongs).toEqual([])
  })

  test('sees what each audit cost, and no line that says nothing', async () => {
    const { store } = rig.web.service
    const { accountId, key } = await rig.web.service.caller(100)
    const full = await store.ledger.reserve(accountId, { amountMilli: 40_000, leaseSec: 60 })
    await store.ledger.settle(full, 40_000)
    const half = await store.ledger.reserve(accountId, { amountMilli: 10_000, leaseSec: 60 })
    await store.ledger.settle(half, 5_000)
    const page = await openSignedIn(rig, watched.page, 'account', key)
    const rows = page.getByRole('region', { name: 'Credit entries' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(4)
    const shown = (await rows.allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' ').replace(/^.*\d\d:\d\d /, ''),
    )
    expect(shown).toEqual([
      'Refund: cached files cost less +5 55',
      'Audit \u221210 50',
      'Audit \u221240 60',
      'Credits added +100 100',
    ])
    expect(await page.locator('main').innerText()).toContain('signed in to the account “tester”.')
  })

  test('makes and revokes keys', async () => {
    const page = await openSignedIn(rig, watched.page, 'account')
    await page.getByLabel('Name of a new key').fill('<i>robot</i>')
    await page.getByRole('button', { name: 'Create key' }).click()
    const secret = await page.locator('.secret').innerText()
    expect((await rig.web.service.get('/v1/balance', secret)).statusCode).toBe(200)
    expect((await rig.web.service.get('/v1/keys', secret)).statusCode).toBe(403)
    const made = page.getByRole('listitem').filter({ hasText: 'robot' })
    await expect.poll(() => made.innerText()).toMatch(/^Run audits · Read all audits and credits$/m)
    expect(await made.innerText()).toContain('does not expire')
    await page.getByRole('button', { name: 'Revoke <i>robot</i>' }).click()
    await page.getByRole('button', { name: 'Revoke permanently' }).click()
    await page.getByText('The key no longer works.').waitFor()
    expect((await rig.web.service.get('/v1/balance', secret)).statusCode).toBe(401)
    expect(watched.wrongs).toEqual([])
  })

  test('makes a key for what it is needed for, and as long', async () => {
    const page = await openSignedIn(rig, watched.page, 'account')
    await page.getByLabel('Name of a new key').fill('short')
    await page.getByLabel('Run audits').uncheck()
    await page.getByLabel('Manage keys, delete audits').check()
    await page.getByLabel(/^Expires on/).fill('2199-12-31')
    await page.getByRole('button', { name: 'Create key' }).click()
    const secret = await page.locator('.secret').innerText()
    const { keys } = (await rig.web.service.get('/v1/keys', secret)).json()
    const made = keys.find(({ name }: { name: string }) => name === 'short')
    expect(made).toMatchObject({ scopes: ['read', 'manage'], expiresAt: expect.stringMatching(/^2199-12-3/) })
    await expectAccessible(page)
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })

  test('sees nothing that the key of the session may not do', async () => {
    const { accountId } = rig.web.owner
    const { secret } = await rig.web.service.store.apiKeys.create(accountId, 'reader', { scopes: ['read'] })
    const page = await openSignedIn(rig, watched.page, 'account', secret)
    await page.getByText('not allowed to see or change the keys of the account').waitFor()
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0)
    await page.getByRole('heading', { name: 'Credit history' }).waitFor()
    await page.goto(`${rig.web.origin}/new`)
    await page.getByText('not allowed to run audits').waitFor()
    expect(watched.wrongs).toEqual([])
  })

  test('signs out everywhere, and no copy of the cookie works any more', async () => {
    const page = await openSignedIn(rig, watched.page, 'account')
    const [{ name, value }] = await page.context().cookies()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByLabel('API key', { exact: true }).waitFor()
    const headers = { cookie: `${name}=${value}`, 'x-audio-audit-web': '1' }
    expect((await rig.web.service.get('/v1/balance', undefined, headers)).statusCode).toBe(401)
    expect(watched.wrongs).toEqual([])
  })

  test('is signed out when the key of the session is revoked', async () => {
    const { accountId } = rig.web.owner
    const { secret, key } = await rig.web.service.store.apiKeys.create(accountId, 'lost')
    const page = await openSignedIn(rig, watched.page, 'account', secret)
    await rig.web.service.store.apiKeys.revoke(key.id)
    await page.reload()
    await page.getByLabel('API key', { exact: true }).waitFor()
  })

  test('finds their audits, page after page, and deletes one', async () => {
    const stranger = await rig.web.service.caller(0)
    const { store } = rig.web.service
    for (let at = 0; at < 23; at++) {
      const caller = accountCaller(stranger.accountId)
      const id = await store.audits.start(caller, {
        source: 'api',
        selectedAnalyses: ['quality'],
        accuracy: 'standard',
        files: [{ name: `<u>${at}</u>.mp3`, sha256: 'a'.repeat(64), byteCount: 1, mediaType: 'audio/mpeg' }],
        leaseSec: 60,
      })
      const result = { score: at, summary: '', creditsUsed: 1 }
      await store.audits.complete(id, { ...written(result), regenCount: at % 2, creditsUsedMilli: 1000 })
    }
    const page = await openSignedIn(rig, watched.page, 'audits', stranger.key)
    const cards = page.locator('.audit-card')
    await cards.first().waitFor()
    await expect.poll(() => cards.first().innerText()).toContain('<u>22</u>.mp3')
    await page.locator('.list-end').scrollIntoViewIfNeeded()
    await page.getByText('End of list').waitFor()
    await expect.poll(() => cards.count()).toBe(23)
    await expectAccessible(page)
    await page.getByLabel('Sort').selectOption({ label: 'Oldest first' })
    await expect.poll(() => cards.first().innerText()).toContain('<u>0</u>.mp3')
    await page.getByLabel('Search').fill('<U>1')
    // 1 and 10 to 19.
    await expect.poll(() => cards.count()).toBe(11)
    await cards.first().getByRole('button', { name: /^Name/ }).click()
    await cards
      .first()
      .getByLabel(/^Name of/)
      .fill('<s>Named</s>')
    await page.keyboard.press('Enter')
    await page.getByText('Name saved.').waitFor()
    await page.getByLabel('Search').fill('named<')
    await expect.poll(() => cards.count()).toBe(1)
    await expect.poll(() => cards.first().getByRole('link').innerText()).toBe('<s>Named</s>')
    await page.getByLabel('Search').fill('nobody calls a file like this')
    await page.getByText('No audit matches your search').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Search').fill('')
    await page.getByLabel('Sort').selectOption({ label: 'Newest first' })
    await expect.poll(() => cards.first().innerText()).toContain('<u>22</u>.mp3')
    await page.locator('.list-end').scrollIntoViewIfNeeded()
    await expect.poll(() => cards.count()).toBe(23)
    await cards
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await cards.first().getByRole('button', { name: 'Delete result and audio' }).click()
    await page.getByText('The audit and its audio were deleted.').waitFor()
    await expect.poll(() => cards.count()).toBe(22)
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })

  test('sees what making files again has mended', async () => {
    await rig.web.store([
      bad('a.mp3'),
      bad('b.mp3', 'a click'),
      { name: 'c.mp3' },
      { name: 'd.mp3' },
      { name: 'gone.mp3' },
    ])
    await rig.web.store([{ name: 'a.wav' }, bad('b.mp3', 'static noise'), bad('c.mp3'), { name: 'd.mp3' }])
    const page = await openSignedIn(rig, watched.page, 'audits')
    const boxes = page.getByRole('checkbox')
    await boxes.nth(1).waitFor()
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('link', { name: 'Compare the two' }).click()
    await page
      .getByRole('heading', { name: '1 file fixed, 1 still to regenerate, 1 newly flagged' })
      .waitFor()
    await expect.poll(() => page.getByTestId('fixed').innerText()).toContain('a.wav')
    await expect
      .poll(() => page.getByTestId('remaining').innerText())
      .toMatch(/b\.mp3[\s\S]*A click[\s\S]*Static noise/)
    await expect.poll(() => page.getByTestId('appeared').innerText()).toContain('c.mp3')
    await page.getByText('1 file passed both times.').waitFor()
    await expect
      .poll(() => page.locator('section', { hasText: 'Only in the first audit' }).innerText())
      .toContain('gone.mp3')
    await expectAccessible(page)
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })
}
