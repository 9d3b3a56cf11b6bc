// The voices of a batch: who speaks when in a file, who should speak where, and what changes slowly.
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MadeUpFile, madeUpAudit } from '../../lab/web/made-up-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import {
  expectAccessible,
  expectFitsPhone,
  heldWherePlayed,
  trackRow,
  type WatchedPage,
  watchedPage,
} from './watched-page.js'

const hostile = '<img src=x onerror="alert(1)">\u202eMara'
const shown = hostile.replace('\u202e', '\ufffd')

const trend = {
  kind: 'voice' as const,
  unit: 'similarity' as const,
  startSec: 1,
  endSec: 5,
  from: 0.98,
  to: 0.71,
  deviation: 0.08,
  flagged: false,
  message: 'the voice drifts away from how it begins, from 0:01 to 0:05',
}

const files: MadeUpFile[] = [
  { name: '01.mp3', comparison: { voice: hostile, soundsLike: null } },
  {
    name: '02-talk.mp3',
    reasons: [{ check: 'comparison', message: '2 voices take turns, the first time at 0:05' }],
    comparison: {
      voice: hostile,
      soundsLike: null,
      voiceChangesSec: [5, 6.5],
      voiceTurns: [
        { voice: 1, startSec: 0.1, endSec: 5 },
        { voice: 2, startSec: 5, endSec: 6.5 },
        { voice: 1, startSec: 6.5, endSec: 9 },
      ],
      overlaps: [{ startSec: 4.6, endSec: 5.4 }],
    },
  },
  { name: '03-stray.mp3', comparison: { voice: 'Narrator', soundsLike: hostile } },
  {
    name: '04-drift.mp3',
    comparison: {
      voice: 'Narrator',
      soundsLike: null,
      voiceCurve: [0.98, 0.97, 0.8, 0.7, 0.71].map((similarity, at) => ({
        atSec: 1.5 * at + 0.5,
        similarity,
      })),
      trends: [trend],
    },
  },
]

export function voicesTests(rig: Rig) {
  let reportUrl: string
  let watched: WatchedPage
  beforeAll(async () => {
    const audit = madeUpAudit(files)
    Object.assign(audit.checks.comparison!, {
      cast: [
        { voice: hostile, files: ['01.mp3', '02-talk.mp3'], sameAs: ['Ann'] },
        { voice: 'Narrator', files: ['03-stray.mp3', '04-drift.mp3'], sameAs: [] },
        { voice: 'Ann', files: [], sameAs: [hostile], hasReference: true },
      ],
      batchTrends: [
        {
          kind: 'level',
          unit: 'dB',
          firstFile: '01.mp3',
          lastFile: '04-drift.mp3',
          from: -18,
          to: -24,
          message: 'the files get 6.0 dB softer from the first file to the last',
        },
      ],
    })
    reportUrl = (
      await rig.web.storeResult(
        files.map(({ name }) => name),
        audit,
      )
    ).reportUrl
  })
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin, { colorScheme: 'dark' })
    await watched.page.goto(reportUrl)
    await watched.page.getByRole('heading', { level: 1 }).waitFor()
  })
  afterEach(() => watched.close())

  const openFile = async (page: Page, name: string) => {
    await trackRow(page, name).click()
    await page.locator('.waveform-note').waitFor({ state: 'detached' })
  }
  const listed = () =>
    watched.page.getByRole('list', { name: 'Files', exact: true }).locator('.file-name').allInnerTexts()

  test('shows who speaks when under the waveform, plays a turn, and says the same in words', async () => {
    const { page } = watched
    await page.locator('.virtual-list').scrollIntoViewIfNeeded()
    await expect.poll(() => page.locator('.outline-change').count()).toBe(2)
    await openFile(page, '02-talk.mp3')
    const turns = page.getByRole('group', { name: 'Who speaks when' }).getByRole('button')
    const turn = (from: string) => turns.filter({ hasText: `, ${from} to ` })
    await expect.poll(() => turns.count()).toBe(3)
    // Most of the file is the voice that the file as a whole has; whose the other is nobody knows.
    expect(await turn('0:00.1').innerText()).toContain(shown)
    expect(await turn('0:05.0').innerText()).toMatch(/^voice 2/)
    const placeOf = async (from: string) => {
      const { left, right, top } = await turn(from).evaluate((each) => each.getBoundingClientRect())
      return { left, right, top }
    }
    const [first, second] = [await placeOf('0:00.1'), await placeOf('0:05.0')]
    expect(second.left).toBeCloseTo(first.right, 0)
    // In a row of its own: colour is not all that tells the two apart.
    expect(second.top).toBeGreaterThan(first.top)
    const lane = await page.getByTestId('speaker-lane').evaluate((each) => each.getBoundingClientRect())
    const picture = await page.getByTestId('waveform').evaluate((each) => each.getBoundingClientRect())
    expect([lane.left, lane.right]).toEqual([picture.left, picture.right])
    // Two at once: over both rows, and in nobody's way.
    const both = await page.locator('.overlap').evaluate((each) => each.getBoundingClientRect())
    expect(both.height).toBeCloseTo(lane.height, 0)
    expect(both.left).toBeLessThan(second.left)
    expect(both.right).toBeGreaterThan(second.left)
    const clicked = heldWherePlayed(page)
    await turn('0:05.0').click()
    expect(await clicked).toBeCloseTo(5, 1)
    // One stop for the keyboard, and arrows from turn to turn.
    const pressed = heldWherePlayed(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect(await pressed).toBeCloseTo(6.5, 1)
    expect(await turns.evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex === 0).length)).toBe(1)
    for (const _ of [1, 2, 3]) await page.getByRole('button', { name: 'Zoom in' }).click()
    // What is out of sight is not drawn at the edge.
    await expect.poll(() => turn('0:00.1').count()).toBe(0)
    await page.keyboard.press('0')
    await expect.poll(() => turns.count()).toBe(3)
    expect(await page.locator('.speakers li').allInnerTexts()).toEqual([
      expect.stringMatching(/: 83 % of the speech 7\.4 s in 2 turns$/),
      expect.stringMatching(/voice 2: 17 % of the speech 1\.5 s in 1 turn$/),
      expect.stringMatching(/two at once: 0:04\.6 to 0:05\.4$/),
    ])
    await page.getByText('Every turn in words').click()
    expect(await page.locator('.turns tbody tr').nth(1).innerText()).toMatch(/voice 2\s+0:05\.0\s+0:06\.5/)
    await expectAccessible(page, '.detail')
    await expectFitsPhone(page)
    await openFile(page, '01.mp3')
    await expect.poll(() => page.locator('.speaker-lane, .speakers, .drift').count()).toBe(0)
    expect(watched.wrongs).toEqual([])
  })

  test('shows the cast with the files that have another voice and the names that are one', async () => {
    const { page } = watched
    const cast = page.getByRole('table', { name: 'Cast' })
    const rows = (await cast.locator('tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '))
    expect(rows).toEqual([
      `${shown} The same voice as Ann 2 14 s 97 %`,
      `Narrator 03-stray.mp3 sounds like ${shown} 2 14 s 97 %`,
      `Ann The same voice as ${shown} 0 – –`,
    ])
    await cast.getByRole('button', { name: 'Narrator' }).click()
    await expect.poll(listed).toEqual(['03-stray.mp3', '04-drift.mp3'])
    await cast.getByRole('button', { name: '03-stray.mp3' }).click()
    await expect.poll(() => page.locator('.detail h3').innerText()).toBe('03-stray.mp3')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expectFitsPhone(page)
    expect(watched.wrongs).toEqual([])
  })

  test('draws how a voice drifts, and says so in words, for a file and for the batch', async () => {
    const { page } = watched
    expect(await page.locator('.told').allInnerTexts()).toContainEqual(
      expect.stringContaining('The files get 6.0 dB softer from the first file to the last.'),
    )
    await openFile(page, '04-drift.mp3')
    const curve = page.getByRole('img', { name: /^How like its beginning the voice stays/ })
    expect(await curve.getAttribute('aria-label')).toContain(
      '0.98 at 0:00, lowest 0.70 at 0:05, 0.71 at 0:06',
    )
    expect(await curve.locator('polyline').getAttribute('points')).toMatch(/^0\.5,0\.02\d* /)
    // On the axis of the waveform: the stretch of the trend lies where its seconds are.
    const lane = (await page.getByTestId('drift').boundingBox())!
    const stretch = (await page.locator('.stretch').boundingBox())!
    const durationSec = await page
      .locator('.player audio')
      .evaluate((audio: HTMLAudioElement) => audio.duration)
    expect((stretch.x - lane.x) / lane.width).toBeCloseTo(trend.startSec / durationSec, 1)
    expect(stretch.width / lane.width).toBeCloseTo((trend.endSec - trend.startSec) / durationSec, 1)
    await page.mouse.move(lane.x + (lane.width * 5) / durationSec, lane.y + 5)
    await expect.poll(() => page.locator('.drift .hover-time').innerText()).toMatch(/^0:0[45]\.[019], 0\.70$/)
    const told = page.locator('.issues li', { hasText: 'drifts away' })
    expect(await told.innerText()).toContain('(similarity 0.98 to 0.71)')
    const played = heldWherePlayed(page)
    await told.getByRole('button').click()
    expect(await played).toBeCloseTo(trend.startSec, 1)
    await expectAccessible(page, '.detail')
    expect(watched.wrongs).toEqual([])
  })
}
