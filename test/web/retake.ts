// A batch with retakes: only the new files are added, and what has become of each stands side by side.
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { issue, type MadeUpFile, madeUpAudit } from '../../lab/web/made-up-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { samplesFolder } from '../../lab/web/web-service.js'
import { drop } from './dropped.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

/** Their sounds are those of the first three samples, which nothing is wrong with by themselves. */
const files: MadeUpFile[] = [
  { name: 'one.mp3' },
  {
    name: 'two.mp3',
    issues: [issue('click', 2, 2.01)],
    reasons: [{ check: 'quality', message: 'click at 0:02' }],
  },
  { name: 'three.mp3' },
]

export function retakeTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  test('judges the batch again with the new files alone, and shows what is fixed and what is new', async () => {
    const whole = madeUpAudit(files)
    const { comparison, quality } = whole.checks
    const { auditId, reportUrl } = await rig.web.storeResult(
      files.map(({ name }) => name),
      {
        ...whole,
        checks: {
          // As with a cast, and without the check for hum.
          comparison: {
            ...comparison!,
            tracks: comparison!.tracks.map((track) => ({ ...track, voice: 'narrator' })),
            cast: [
              { voice: 'narrator', files: files.map(({ name }) => name), sameAs: [], hasReference: true },
            ],
          },
          quality: { ...quality!, disabledChecks: ['hum'] },
        },
      },
    )
    await rig.web.service.store.audits.rename(rig.web.caller, auditId, 'Chapter 3')
    const page = await openSignedIn(rig, watched.page, 'audits')
    await page.goto(reportUrl)
    await expect.poll(() => page.locator('.audit-name').innerText()).toBe('Chapter 3')
    await page.getByRole('button', { name: 'Check the retakes' }).click()
    const hiss = await readFile(new URL('06-morning.mp3', samplesFolder))
    const clean = await readFile(new URL('10-spring.mp3', samplesFolder))
    await drop(page, [
      { name: 'two.mp3', content: clean },
      { name: 'three.mp3', content: hiss },
      { name: 'four.mp3', content: clean },
    ])
    await page.getByText('no file of this audit has their name').waitFor()
    await page.getByText('That is every file to regenerate.').waitFor()
    await page.getByText('Missing: narrator.').waitFor()
    await page
      .getByLabel('Add a reference recording')
      .setInputFiles({ name: 'clean.mp3', mimeType: 'audio/mpeg', buffer: clean })
    await expect.poll(() => page.getByLabel('Voice in clean.mp3').inputValue()).toBe('narrator')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Audit the batch again' }).click()
    await page.waitForURL(/\/compare\?/, { timeout: 100_000 })
    await page
      .getByRole('heading', { name: '1 file fixed, 0 still to regenerate, 1 newly flagged' })
      .waitFor()
    await page.getByText('Chapter 3 (retakes)').waitFor()
    // Judged by what the first audit was judged by.
    const after = new URL(page.url()).searchParams.get('after')
    const { checks } = (await rig.web.service.get(`/v1/audits/${after}`, rig.web.owner.key)).json()
    expect(checks.quality.disabledChecks).toEqual(['hum'])
    expect(checks.comparison.tracks.map(({ voice }: { voice: string }) => voice)).toEqual(
      Array(3).fill('narrator'),
    )
    expect(checks.comparison.tracks[0].referenceSimilarity).toEqual(expect.any(Number))
    const fixed = page.getByTestId('fixed')
    await expect
      .poll(() => fixed.innerText())
      .toMatch(/two\.mp3[\s\S]*Before[\s\S]*Click[\s\S]*After\s+Passed/)
    await expect.poll(() => page.getByTestId('appeared').innerText()).toContain('three.mp3')
    const played = await fixed
      .locator('audio')
      .evaluateAll((all) => all.map((audio) => (audio as HTMLAudioElement).src))
    const sounds = await Promise.all(
      played.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    )
    expect(sounds[0].equals(await readFile(new URL('02-lamp.mp3', samplesFolder)))).toBe(true)
    expect(sounds[1].equals(clean)).toBe(true)
    await expectAccessible(page)
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })
}
