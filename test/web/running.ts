// An audit between its start and its end: what is told meanwhile, and what becomes of the files that were chosen.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestService } from '../../lab/service/test-service.js'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import type { Fault } from '../../src/checks/quality/issue.js'
import { recover } from '../../src/store/recovery.js'
import { contentPool } from '../server/pools.js'
import { type Dropped, drop, samples } from './dropped.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

/** To be put into a page: it is never in front, and notifications are allowed once they are asked for, and noted. */
function whoLooksElsewhere(): void {
  const notified: string[] = []
  class Noted {
    static permission = 'default'
    static async requestPermission() {
      Noted.permission = 'granted'
      return Noted.permission
    }
    constructor(title: string) {
      notified.push(title)
    }
  }
  Object.assign(globalThis, { notified, Notification: Noted })
  Object.defineProperty(document, 'hidden', { get: () => true })
}

export function runningTests(rig: Rig) {
  let held: TestService
  let origin: string
  let watched: WatchedPage
  let sounds: Dropped[]
  /** One for each file that is being listened to. */
  const waiting: (() => void)[] = []
  /** In each file from then on. */
  const toFind: Fault[] = []

  beforeAll(async () => {
    // Listens to a file when it is told to, and finds nothing but what it is told to find.
    const pool = contentPool(
      (signal) =>
        new Promise((resolve, reject) => {
          waiting.push(resolve)
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
      toFind,
    )
    held = await rig.web.service.variant({ pool })
    origin = await held.app.listen({ port: 0, host: '127.0.0.1' })
    sounds = (await samples()).filter(({ name }) => name.endsWith('.mp3')).slice(0, 4)
  })
  afterAll(async () => {
    await held?.context.running.drain(0)
    await held?.app.close()
  })
  beforeEach(async () => {
    waiting.splice(0)
    toFind.splice(0)
    watched = await watchedPage(rig.browser, origin)
  })
  afterEach(() => watched.close())

  const signedIn = (place: string, page = watched.page) =>
    openSignedIn({ ...rig, web: { ...rig.web, origin, owner: rig.web.owner } as Rig['web'] }, page, place)
  const begin = async (page: Page, files = sounds) => {
    await drop(page, files)
    for (const check of ['Voice and volume', 'Pace', 'Script'])
      await page.getByLabel(new RegExp(`^${check}`)).uncheck()
    // Folded until something in it was changed.
    const fresh = page.getByLabel(/^Analyse every file again/)
    if (!(await fresh.isVisible())) await page.getByText('More settings').click()
    await fresh.check()
    await page.getByRole('button', { name: 'Start the audit' }).click()
  }
  const chosen = (page: Page) =>
    page.getByRole('list', { name: 'Files to audit' }).locator('.file-name').count()
  const letAllGo = async (page: Page) => {
    await expect
      .poll(() => {
        for (const letGo of waiting.splice(0)) letGo()
        return page.url()
      })
      .toMatch(/\/report\/[0-9a-f]{32}#/)
  }

  test('tells how many files are done and how long it will take, also in the list, and Back keeps the files', async () => {
    await watched.page.addInitScript(whoLooksElsewhere)
    const page = await signedIn('new')
    await drop(page, sounds)
    await page.getByLabel('Name (optional)').fill('Chapter <3>')
    await begin(page)
    await page.getByRole('heading', { name: 'Analysing' }).waitFor()
    await page.getByRole('button', { name: 'Notify me when it is done' }).click()
    await page.getByText('Your browser will notify you when the audit is done.').waitFor()
    await page.getByText('0 of 4 files analysed').waitFor()
    await expect.poll(() => waiting.length).toBe(2)
    toFind.push({ type: 'static', startSec: 0.2, endSec: 0.8, severity: 0.9, audibility: 0.9, odds: 9 })
    waiting.shift()!()
    await page.getByText(/^1 of 4 files analysed, .* left$/).waitFor()
    // What is wrong with a file by itself is told while the others are still being analysed.
    await page.getByText('1 file with faults so far').waitFor()
    await expect.poll(() => page.locator('.steps .reasons').innerText()).toMatch(/Sound quality\s+Static/)
    toFind.splice(0)
    await expect.poll(() => waiting.length).toBe(2)
    waiting.shift()!()
    await page.getByText('no faults so far').waitFor()
    await expectAccessible(page)
    await expectFitsPhone(page)
    const list = await page.context().newPage()
    await list.goto(`${origin}/audits`)
    const running = list.getByRole('list', { name: 'Running and failed audits' }).locator('.is-running')
    await expect
      .poll(() => running.innerText())
      .toMatch(/Running[\s\S]*Chapter <3>[\s\S]*2 of 4 files analysed/)
    await expectAccessible(list)
    await expectFitsPhone(list)
    await letAllGo(page)
    await page.locator('.headline').waitFor()
    expect(await page.evaluate(() => Object.assign(globalThis).notified)).toEqual(['Your audit is done'])
    // It joins the finished ones by itself.
    const finished = list.getByRole('list', { name: 'Finished audits' })
    await expect.poll(() => finished.getByRole('link', { name: 'Chapter <3>' }).count()).toBe(1)
    await expect.poll(() => running.count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: 'New audit' }).waitFor()
    await expect.poll(() => chosen(page)).toBe(4)
    expect(watched.wrongs).toEqual([])
  })

  test('leaves out a file that cannot be read, and goes on with the rest', async () => {
    const page = await signedIn('new')
    const broken = { name: 'broken.mp3', content: Buffer.from('this is no sound at all, whatever its name') }
    await begin(page, [...sounds.slice(0, 2), broken])
    const notice = page.getByRole('alert')
    await expect
      .poll(() => {
        for (const letGo of waiting.splice(0)) letGo()
        return notice.count()
      })
      .toBe(1)
    expect(await notice.innerText()).toContain('broken.mp3')
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Leave out 1 file and audit the other 2' }).click()
    await letAllGo(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect
      .poll(() => page.getByRole('list', { name: 'Files', exact: true }).locator('li').count())
      .toBe(2)
    await page.goBack()
    await expect.poll(() => chosen(page)).toBe(2)
  })

  test('says what has become of an audit that the service was killed with', async () => {
    const page = await signedIn('new')
    await begin(page)
    await expect.poll(() => waiting.length).toBe(2)
    const auditId = new URL(page.url()).searchParams.get('audit')!
    await page.route('**/status', (route) => route.abort())
    // The connection that is open ends with the service, as does the audit; the store is put in order at the next start.
    const { store } = rig.web.service
    const recovered = await recover({
      isExclusive: true,
      queries: store,
      transaction: store.transaction,
      audio: store.audio,
    })
    expect(recovered.auditsFailed).toBe(1)
    await page.unroute('**/status')
    await page.getByText('The service was restarted during this audit.').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Audit not finished')
    expect(await page.getByRole('alert').innerText()).toContain('Its credits were given back')
    expect(await page.getByRole('alert').innerText()).not.toContain('You were not charged')
    await page.getByRole('button', { name: 'Back to your files' }).click()
    await expect.poll(() => chosen(page)).toBe(4)
    await page.goto(`${origin}/audits`)
    const failed = page.locator('.audit-card.is-failed').first()
    await expect.poll(() => failed.innerText()).toMatch(/^Failed\s+4 files\s+The service stopped/)
    await failed.getByRole('link').click()
    await page.getByText('The service was restarted during this audit.').waitFor()
    expect(page.url()).toContain(auditId)
    await page.goto(`${origin}/audits`)
    await failed.getByRole('button', { name: /^Remove/ }).click()
    await failed.getByRole('button', { name: 'Remove from the list' }).click()
    await page.getByText('The audit was removed.').waitFor()
    await expect.poll(() => page.locator(`a[href$="${auditId}"]`).count()).toBe(0)
  })

  test('asks before the page is left while files are being sent', async () => {
    const page = await signedIn('new')
    page.removeAllListeners('dialog')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      dialog.dismiss()
    })
    await page.route('**/v1/audit?*', () => {})
    await begin(page)
    await page.getByRole('button', { name: 'Cancel the upload' }).waitFor()
    await page.getByRole('link', { name: 'Audits' }).click({ noWaitAfter: true })
    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(page.url()).toBe(`${origin}/new`)
    await page.getByRole('button', { name: 'Cancel the upload' }).click()
    const notice = page.getByRole('alert')
    await expect.poll(() => notice.innerText()).toMatch(/You cancelled the upload\. You were not charged\.$/)
    // Then nobody is asked any more, and the files are still there.
    expect(await chosen(page)).toBe(4)
    await page.getByRole('link', { name: 'Audits' }).click()
    await page.getByRole('heading', { name: 'Audits' }).waitFor()
    expect(asked).toHaveLength(1)
  })

  test('does not grow with the number of files', async () => {
    const page = await signedIn('new')
    const many = Array.from({ length: 300 }, (_, at) => ({ name: `${at}.mp3`, content: Buffer.from('x') }))
    await drop(page, many)
    await expect.poll(() => chosen(page)).toBe(300)
    const { wholePx, lastPx } = await page.evaluate(() => ({
      wholePx: document.documentElement.scrollHeight,
      lastPx: document.querySelector('.price')!.getBoundingClientRect().bottom + scrollY,
    }))
    // Nothing but the margin of the page below the last card.
    expect(wholePx - lastPx).toBeLessThan(100)
  })
}
