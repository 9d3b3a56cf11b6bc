// The client in a real browser, as a page gets it that was bundled with the package, against a service that really listens.
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { toneWav } from '../../lab/service/sounds.js'
import { TestService } from '../../lab/service/test-service.js'
import { openBrowser } from '../../lab/web/browser.js'
import type * as ClientModule from '../../packages/client/src/browser.js'
import { describeWith } from '../machine/needing.js'
import { contentPool } from '../server/pools.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Beside the pages of the service, so that it is of their origin. */
const PAGE = '/client-under-test.html'
const BUNDLE = '/client-under-test.js'

interface PageScope {
  client: typeof ClientModule
}

describeWith(['Chromium'], 'the client in a browser', () => {
  let folder: string
  let service: TestService
  let browser: Browser
  let page: Page
  let bundle: string
  let baseUrl: string
  let apiKey: string

  beforeAll(async () => {
    folder = await newDataFolder()
    service = await TestService.start({ pool: contentPool() })
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
    apiKey = (await service.caller(100)).key
    bundle = await bundled()
    browser = await openBrowser()
    page = await browser.newPage()
    await page.route(`**${PAGE}`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><input type="file" multiple>' }),
    )
    await page.route(`**${BUNDLE}`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: bundle }),
    )
    await page.goto(baseUrl + PAGE)
    await page.addScriptTag({ type: 'module', url: BUNDLE })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** As a page of somebody who has installed the package. */
  async function bundled(): Promise<string> {
    await mkdir(path.join(folder, 'node_modules'))
    await symlink(path.join(root, 'packages/client'), path.join(folder, 'node_modules/audio-audit-client'))
    const entry = path.join(folder, 'page.js')
    await writeFile(entry, "import * as client from 'audio-audit-client'\nwindow.client = client\n")
    const made = await build({
      root: folder,
      logLevel: 'error',
      configFile: false,
      build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
    })
    const [output] = Array.isArray(made) ? made : [made]
    return 'output' in output ? output.output[0].code : ''
  }

  test('is bundled without a word of Node', () => {
    expect(bundle).toContain('class Client')
    expect(bundle).not.toMatch(/node:|\bBuffer\b|__vite-browser-external/)
  })

  test('audits the files that somebody has chosen', async () => {
    await page.setInputFiles('input', [
      { name: 'one.wav', mimeType: 'audio/wav', buffer: toneWav(300) },
      { name: 'zwei „2".wav', mimeType: 'audio/wav', buffer: toneWav(400) },
    ])
    const { audit, steps, left } = await page.evaluate(
      async (options) => {
        const { client } = globalThis as unknown as PageScope
        const asked = client.createClient(options)
        // biome-ignore lint/suspicious/noExplicitAny: the types of a page are not those of this test
        const [input] = (globalThis as any).document.getElementsByTagName('input')
        const told: string[] = []
        const result = await asked.audit([...input.files], {
          checks: ['quality'],
          scripts: { 'one.wav': 'Hello.' },
          onProgress: ({ file }) => told.push(file),
        })
        return { audit: result, steps: told, left: await asked.balance() }
      },
      { baseUrl, apiKey },
    )
    expect(audit).toMatchObject({ fileNames: ['one.wav', 'zwei „2".wav'], creditsUsed: 2 })
    expect(steps.every((file) => audit.fileNames.includes(file))).toBe(true)
    expect(left).toBe(98)
  })

  test('tells why it is refused, and that paths are not for browsers', async () => {
    const told = await page.evaluate(
      async (options) => {
        const { client } = globalThis as unknown as PageScope
        const errors: unknown[] = []
        const asked = client.createClient({ ...options, apiKey: 'aa_wrong' })
        await asked.balance().catch((error) => errors.push(error instanceof client.ApiError && error.code))
        await asked.audit(['one.wav'], { checks: ['quality'] }).catch(({ message }) => errors.push(message))
        return errors
      },
      { baseUrl, apiKey },
    )
    expect(told).toEqual(['unauthorized', expect.stringContaining('cannot read "one.wav" by its path')])
  })

  test('ends with the signal that it was given', async () => {
    const name = await page.evaluate(
      async (options) => {
        const { client } = globalThis as unknown as PageScope
        const content = new Blob(['x'])
        return client
          .createClient(options)
          .audit([{ name: 'a.wav', content }], { checks: ['quality'], signal: AbortSignal.abort() })
          .catch((error) => error.name)
      },
      { baseUrl, apiKey },
    )
    expect(name).toBe('AbortError')
  })
})
