// The report as one file, as "audio-audit run --html" writes it, opened from the disk in real browsers without a network.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asItIs, openBrowser, openFirefox } from '../../lab/web/browser.js'
import { issue, type MadeUpFile, madeUpAudit } from '../../lab/web/made-up-audit.js'
import { samplesFolder } from '../../lab/web/web-service.js'
import type { Audit } from '../../src/audit/engine.js'
import { planExcerpts } from '../../src/cli/html/excerpt-plan.js'
import { asJson } from '../../src/cli/html/report-page.js'
import { htmlRequest, writeHtmlReport } from '../../src/cli/html/write-report.js'
import { describeWith } from '../machine/needing.js'
import { expectAccessible, expectFitsPhone, playMuted } from './watched-page.js'

const hostile = '</script><script>alert(1)</script>\u2028<!--.mp3'

const files: MadeUpFile[] = [
  { name: '01-good.mp3' },
  {
    name: hostile,
    issues: [issue('static', 2, 3), issue('click', 7, 7.01)],
    reasons: [{ check: 'quality', message: 'static at 0:02-0:03' }],
  },
  {
    name: '03-letter.mp3',
    similarity: 0.11,
    // The file carries its first six seconds.
    comparison: {
      voiceTurns: [
        { voice: 1, startSec: 0, endSec: 3 },
        { voice: 2, startSec: 3, endSec: 7 },
        { voice: 1, startSec: 7, endSec: 9 },
      ],
    },
    reasons: [
      { check: 'comparison', message: 'a different voice from the rest of the batch', deviation: 0.86 },
    ],
  },
  { name: '04-storm.mp3', wordsPerMinute: 230, reasons: [{ check: 'pace', message: 'spoken 44 % faster' }] },
]
const sounds = ['01-harbour.mp3', '06-morning.mp3', '03-letter.mp3', '04-storm.mp3']

/** The command line knows no price. */
const { creditsUsed: _, ...madeUp } = madeUpAudit(files)
const audit = { ...madeUp, auditId: '0'.repeat(32) } as unknown as Audit

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'audio-audit-html-'))
  file = path.join(folder, 'report.html')
  const remark = await writeHtmlReport(await htmlRequest(file), {
    audit,
    files: files.map(({ name }, at) => ({ name, path: fileURLToPath(new URL(sounds[at], samplesFolder)) })),
    accuracy: 'standard',
    paths: ['/books/chapter <3>'],
    startedAt: new Date('2026-03-01T12:00:00Z'),
    signal: new AbortController().signal,
  })
  expect(remark).toBeUndefined()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('data can neither end its element nor be taken for a line end', () => {
  const json = asJson({ name: hostile })
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual({ name: hostile })
})

test('a place that cannot be written to is told before the work', async () => {
  await expect(htmlRequest(path.join(folder, 'missing', 'report.html'))).rejects.toThrow('cannot be written')
  await expect(htmlRequest(folder)).rejects.toThrow('is a folder')
  await expect(htmlRequest('')).rejects.toThrow('--html needs the file')
})

test('the page names nothing outside of itself', async () => {
  const html = await readFile(file, 'utf8')
  expect(html).toMatch(
    /<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'sha256-/,
  )
  expect(html).not.toMatch(/<(?:script|link|img|iframe)[^>]*\s(?:src|href)=/)
  expect(html.match(/<\/script>/g)).toHaveLength(2)
  // Three flagged files and two typical ones, a few seconds each.
  expect(html.length).toBeLessThan(2_500_000)
})

test('where there is no room for all, the first fault of each file is there before the second of any', () => {
  const full = planExcerpts(audit)
  expect(full.placesLeftOut).toBe(0)
  expect([...full.stretches.keys()].sort()).toEqual([0, 1, 2, 3])
  expect(full.stretches.get(1)).toEqual([
    { startSec: 1, endSec: 4 },
    { startSec: 6, endSec: 8.01 },
  ])
  const tight = planExcerpts(audit, 6 + 3 + 6 + 6)
  expect(tight.placesLeftOut).toBe(1)
  expect(tight.stretches.get(1)).toEqual([{ startSec: 1, endSec: 4 }])
})

test('of what changes slowly both ends can be played', () => {
  const slow = structuredClone(audit)
  const trend = { kind: 'level' as const, unit: 'dB' as const, startSec: 20, endSec: 60, from: -20, to: -27 }
  slow.checks.comparison!.tracks[2] = {
    ...slow.checks.comparison!.tracks[2],
    trends: [{ ...trend, message: 'gets 7.0 dB softer', deviation: 0.2, flagged: true }],
  }
  expect(planExcerpts(slow).stretches.get(2)).toEqual([
    { startSec: 0, endSec: 6 },
    { startSec: 19, endSec: 27 },
    { startSec: 56, endSec: 60 },
  ])
})

interface Opened {
  page: Page
  wrongs: string[]
  close: () => Promise<void>
}

async function opened(browser: Browser): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...asItIs })
  const page = await context.newPage()
  const wrongs: string[] = []
  page.on('pageerror', (error) => wrongs.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrongs.push(`console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`)
    dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) wrongs.push(`request: ${request.url()}`)
  })
  await context.route(/^https?:/, (route) => route.abort())
  await page.addInitScript(playMuted)
  await page.goto(pathToFileURL(file).href)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, wrongs, close: () => context.close() }
}

const browsers = { Chromium: openBrowser, Firefox: openFirefox } as const

for (const name of ['Chromium', 'Firefox'] as const) {
  describeWith([name], `in ${name}`, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await browsers[name]()
    })
    afterAll(() => browser?.close())

    describe('the file', () => {
      test('shows the report, plays every fault and gives decisions, without a network', async () => {
        const { page, wrongs, close } = await opened(browser)
        await expect
          .poll(() => page.getByRole('heading', { level: 1 }).innerText())
          .toBe('3 of 4 files should be regenerated')
        await expect.poll(() => page.locator('.audit-name').innerText()).toBe('chapter <3>')
        expect(await page.locator('.facts').innerText()).not.toContain('Cost')
        if (name === 'Chromium') {
          await expectAccessible(page)
          await expectFitsPhone(page)
        }
        await page.keyboard.press('g')
        await expect.poll(() => page.locator('.detail h3').innerText()).toBe(hostile)
        // The excerpt begins at the first second, where the fault is played from.
        const position = () => page.getByTestId('position').innerText()
        await expect.poll(position).toMatch(/^0:0[1-4]/)
        await page.locator('.waveform-note').waitFor({ state: 'detached' })
        await page.locator('.flag').nth(1).getByRole('button', { name: /Play/ }).click()
        await expect.poll(position).toMatch(/^0:0[678]/)
        await page.keyboard.press('f')
        await expect.poll(() => page.locator('.review-told').innerText()).toContain('1 of 4 flags decided')
        await page.keyboard.press('Shift+R')
        await expect.poll(() => page.locator('.detail h3').innerText()).toBe('03-letter.mp3')
        await page.getByRole('button', { name: 'Play a typical file, then this one' }).waitFor()
        await expect.poll(() => page.url()).toContain('track=3')
        const turns = page.getByRole('group', { name: 'Who speaks when' }).getByRole('button')
        await expect.poll(() => turns.count()).toBe(3)
        expect(await turns.nth(0).isEnabled()).toBe(true)
        await turns.and(page.locator(':not([disabled])')).nth(1).click()
        await expect.poll(position).toMatch(/^0:0[34]/)
        // Its sound is not in the file.
        expect(await page.locator('.turn:disabled').innerText()).toContain('0:07.0')
        if (name === 'Chromium') {
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Decisions as JSON' }).click(),
          ])
          const { decisions } = JSON.parse(await readFile(await download.path(), 'utf8'))
          expect(decisions).toMatchObject([
            { file: hostile, kind: 'click', decision: 'falseAlarm' },
            { file: hostile, kind: 'static', decision: 'retake' },
          ])
        }
        expect(wrongs).toEqual([])
        await close()
      })
    })
  })
}
