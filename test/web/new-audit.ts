import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { samplesFolder } from '../../lab/web/web-service.js'
import { drop, samples } from './dropped.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

export function newAuditTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  const signedIn = () => openSignedIn(rig, watched.page, 'new')

  test('leads from dropped samples to their report', async () => {
    const page = await signedIn()
    await expectAccessible(page)
    await drop(page, await samples())
    await page.getByText('10 of 10 files with a script').waitFor()
    const table = page.getByRole('list', { name: 'Files to audit' })
    await expect.poll(() => table.locator('> li').count()).toBe(10)
    await expect.poll(() => page.getByRole('heading', { name: 'Up to 40 credits' }).count()).toBe(1)
    // One check is enough to see that all of it hangs together, and does not take long.
    for (const check of ['Sound quality', 'Pace', 'Script'])
      await page.getByLabel(new RegExp(`^${check}`)).uncheck()
    await page.getByRole('heading', { name: 'Up to 10 credits' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Start the audit' }).click()
    await page.waitForURL(/\/report\/[0-9a-f]{32}#/, { timeout: 100_000 })
    await page.getByRole('heading', { name: 'Files to regenerate' }).waitFor()
    const again = await page.locator('.regenerate .file-name').allInnerTexts()
    expect(again).toContain('03-letter.mp3')
    expect(again).toContain('05-kitchen.mp3')
    const { audits } = (await rig.web.service.get('/v1/audits?limit=1', rig.web.owner.key)).json()
    // Half for files that another test of this service has had listened to.
    expect(audits[0].creditsUsed).toBeGreaterThanOrEqual(5)
    expect(audits[0].creditsUsed).toBeLessThanOrEqual(10)
    await expect
      .poll(() => page.locator('.facts').innerText())
      .toMatch(`Cost\n${audits[0].creditsUsed} credits`)
    expect(audits[0]).toMatchObject({ source: 'web', selectedAnalyses: ['comparison'] })
    expect(watched.wrongs).toEqual([])
  })

  test('has samples for who has no files at hand', async () => {
    const page = await signedIn()
    await page.getByRole('button', { name: 'Try it with sample audio' }).click()
    await page.getByText('10 of 10 files with a script').waitFor()
    await page.getByRole('heading', { name: 'Up to 40 credits' }).waitFor()
    expect(await page.getByRole('button', { name: 'Try it with sample audio' }).count()).toBe(0)
    expect(watched.wrongs).toEqual([])
  })

  test('names the file that cannot be used, and what it costs: nothing', async () => {
    const page = await signedIn()
    await drop(page, [
      {
        name: 'broken & <b>bold.mp3',
        content: Buffer.from('this is no sound at all, whatever its name says'),
      },
      { name: 'notes.pdf', content: Buffer.from('%PDF') },
    ])
    await page.getByText('1 file is neither audio nor text and was left out.').waitFor()
    expect(await page.getByRole('status').first().innerText()).toMatch(
      /^Some files or scripts were not used\./,
    )
    // Two files are needed to compare, one is enough for the sound.
    await page.getByText('add a second file').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Start the audit' }).isDisabled()).toBe(true)
    for (const check of ['Voice and volume', 'Pace', 'Script'])
      await page.getByLabel(new RegExp(`^${check}`)).uncheck()
    await page.getByText('1 file, 1 check, 1 credit for each check on a file.').waitFor()
    await page.getByRole('button', { name: 'Start the audit' }).click()
    const notice = page.getByRole('alert')
    await notice.waitFor()
    await expect.poll(() => notice.innerText()).toContain('broken & <b>bold.mp3')
    // Once.
    expect((await notice.innerText()).match(/charged/g)).toHaveLength(1)
    // The files are still there to be mended.
    await expect
      .poll(() => page.getByRole('list', { name: 'Files to audit' }).locator('> li').count())
      .toBe(1)
  })

  test('takes texts from a JSON or CSV file, and says which fit no file', async () => {
    const page = await signedIn()
    const sound = Buffer.from('sound')
    await drop(page, [
      { name: 'a.mp3', content: sound },
      { name: 'b.mp3', content: sound },
      {
        name: 'texts.csv',
        content: Buffer.from('file,script\r\na.mp3,"He said ""no"",\nand left."\r\nz.mp3,Nobody\r\n'),
      },
    ])
    await page.getByText('there is no audio file called "z.mp3"').waitFor()
    await page.getByRole('button', { name: 'Script for a.mp3' }).click()
    await expect.poll(() => page.locator('textarea').inputValue()).toBe('He said "no",\nand left.')
    await page.getByRole('button', { name: 'Add a script for b.mp3' }).click()
    await page.locator('textarea').fill('Typed by hand.')
    await expectFitsPhone(page)
    await page.getByText('2 of 2 files with a script').waitFor()
  })

  test('takes a cast, recordings and kept voices, and the report tells who does not sound as they should', async () => {
    const page = await openSignedIn(rig, watched.page, 'account')
    const keep = page.getByRole('region', { name: 'Voices' })
    await keep.getByLabel('Name of a voice').fill('<b>Mara</b> 2026')
    await keep
      .getByLabel('Recording of it')
      .setInputFiles(fileURLToPath(new URL('02-lamp.mp3', samplesFolder)))
    await keep.getByRole('button', { name: 'Keep the voice' }).click()
    const row = keep.getByRole('listitem')
    await expect.poll(() => row.allInnerTexts()).toEqual([expect.stringMatching(/^<b>Mara<\/b> 2026\n\d/)])
    await expectAccessible(page)
    await page.goto(`${rig.web.origin}/new`)
    const names = ['01-harbour.mp3', '02-lamp.mp3', '03-letter.mp3']
    const chosen = await Promise.all(
      names.map(async (name) => ({ name, content: await readFile(new URL(name, samplesFolder)) })),
    )
    await drop(page, chosen)
    for (const check of ['Sound quality', 'Pace']) await page.getByLabel(new RegExp(`^${check}`)).uncheck()
    await page.getByText('Cast and reference recordings').click()
    await page
      .getByLabel('Add a reference recording')
      .setInputFiles({ name: 'Mara.mp3', mimeType: 'audio/mpeg', buffer: chosen[0].content })
    await page.getByLabel('Add a voice that you keep').selectOption('<b>Mara</b> 2026')
    await page.getByText('There are references of several voices').waitFor()
    await page.getByLabel('Voice in <b>Mara</b> 2026').fill('Mara')
    await page.getByText('There are references of several voices').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Up to 4 credits' }).waitFor()
    await page.getByLabel(/^The files have several voices/).check()
    await page.getByText('Name the voice of at least one file').waitFor()
    const cast = { '01-harbour.mp3': 'Mara', '02-lamp': 'Mara', '03-letter.mp3': 'Mara', 'z.mp3': 'Tom' }
    await page.getByLabel('Read the voices from a file').setInputFiles({
      name: 'cast.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(cast)),
    })
    await page.getByText('there is no audio file called "z.mp3"').waitFor()
    await expect.poll(() => page.getByLabel('Voice of 02-lamp.mp3').inputValue()).toBe('Mara')
    await page.getByLabel('Voice in Mara.mp3').fill('')
    await page.getByText('Name the voice of each reference.').waitFor()
    await page.getByLabel('Voice in Mara.mp3').fill('Mara')
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.getByRole('button', { name: 'Start the audit' }).click()
    await page.waitForURL(/\/report\/[0-9a-f]{32}#/, { timeout: 100_000 })
    const { audits } = (await rig.web.service.get('/v1/audits?limit=1', rig.web.owner.key)).json()
    expect(audits[0].checks.comparison.cast).toMatchObject([
      { voice: 'Mara', files: names, hasReference: true },
    ])
    expect(audits[0].tracksToRegenerate.map(({ file }: { file: string }) => file)).toEqual(['03-letter.mp3'])
    await page.goto(`${rig.web.origin}/account`)
    await keep.getByRole('button', { name: 'Delete the voice <b>Mara</b> 2026' }).click()
    await keep.getByRole('button', { name: 'Delete permanently' }).click()
    await keep.getByText('The voice is deleted.').waitFor()
    expect((await rig.web.service.get('/v1/voices', rig.web.owner.key)).json()).toEqual({ voices: [] })
    expect(watched.wrongs).toEqual([])
  })

  test('ticks the script check where there are scripts, and leaves it to whoever has chosen', async () => {
    const page = await signedIn()
    const sound = Buffer.from('sound')
    const script = page.getByLabel(/^Script/)
    await drop(page, [
      { name: 'a.mp3', content: sound },
      { name: 'b.mp3', content: sound },
    ])
    await page.getByRole('heading', { name: 'Up to 6 credits' }).waitFor()
    expect(await script.isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Add a script for a.mp3' }).click()
    await page.locator('textarea').fill('She lit the lamp.')
    await page.getByRole('heading', { name: 'Up to 8 credits' }).waitFor()
    expect(await script.isChecked()).toBe(true)
    await script.uncheck()
    await page.getByRole('heading', { name: 'Up to 6 credits' }).waitFor()
    await drop(page, [
      { name: 'c.mp3', content: sound },
      { name: 'c.txt', content: Buffer.from('And nobody came.') },
    ])
    await page.getByRole('heading', { name: 'Up to 9 credits' }).waitFor()
    expect(await script.isChecked()).toBe(false)
  })

  test('finds its way back to an audit when the line was lost', async () => {
    const { auditId } = await rig.web.store([{ name: 'one.mp3' }])
    const page = await signedIn()
    let isCut = true
    await page.route('**/status', (route) => (isCut ? route.abort() : route.continue()))
    await page.goto(`${rig.web.origin}/new?audit=${auditId}`)
    await page.getByText('The service cannot be reached.').waitFor()
    isCut = false
    await page.waitForURL(/\/report\//)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('shows a stranger nothing but the way in', async () => {
    const { page } = watched
    await page.goto(`${rig.web.origin}/new`)
    await page.getByLabel('API key', { exact: true }).fill('aa_0123456789012345678901234567890123456789')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This API key is unknown, revoked or expired.').waitFor()
    await expectAccessible(page)
    expect(await page.context().cookies()).toEqual([])
  })
}
