// A page of the browser, and everything that must not happen on it.
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const PHONE_WIDTH = 390

export interface WatchedPage {
  page: Page
  /** Errors of scripts and of the console, refused content, requests to other hosts, dialogs. */
  wrongs: string[]
  close: () => Promise<void>
}

export async function watchedPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    // Colours halfway between two states are nobody's.
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  const wrongs: string[] = []
  page.on('pageerror', (error) => wrongs.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrongs.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('blob:')) wrongs.push(`other host: ${url}`)
  })
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`)
    dialog.dismiss()
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return { page, wrongs, close: () => context.close() }
}

/** The button that opens a track, beside the one that plays it. */
export function trackRow(page: Page, name: string | RegExp): Locator {
  const list = page.getByRole('list', { name: 'Files', exact: true })
  return list.getByRole('button', { name }).and(page.locator('.track-row'))
}

/** Firefox fails to play where there is no sound device, as on a server, unless it is muted. To be put into a page before all else. */
export function playMuted(): void {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    this.muted = true
    return play.call(this)
  }
}

/** Where the open track begins to play next. It is held there: on a slow machine nobody knows how far it would get. */
export function heldWherePlayed(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const audio = document.querySelector<HTMLAudioElement>('.player audio')!
        const hold = () => {
          audio.pause()
          resolve(audio.currentTime)
        }
        audio.addEventListener('play', hold, { once: true })
      }),
  )
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
}

interface Axe {
  run(part: string, options: { resultTypes: string[]; selectors: boolean }): Promise<AxeResult>
}

/** Fails with what axe-core finds wrong for those who do not see, hear or point, on the page or in a part of it. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  // By the debugger: the policy of the page lets no foreign script in.
  const { readFile } = await import('node:fs/promises')
  await page.evaluate(await readFile(axePath, 'utf8'))
  const { violations } = await page.evaluate(
    (selector) =>
      (globalThis as unknown as { axe: Axe }).axe.run(selector, {
        // Of what passes nothing is told, which spares most of the time on a long page.
        resultTypes: ['violations'],
        selectors: false,
      }),
    part,
  )
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  )
  expect(found).toEqual([])
}

/** Fails when a phone would have to scroll sideways. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: PHONE_WIDTH, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE_WIDTH)
  await page.setViewportSize(before)
}
