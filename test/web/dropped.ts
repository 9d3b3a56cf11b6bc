// Files that are dropped on the page for new audits.
import { readdir, readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { samplesFolder } from '../../lab/web/web-service.js'

export interface Dropped {
  name: string
  content: Buffer
}

export async function samples(): Promise<Dropped[]> {
  const names = (await readdir(samplesFolder)).filter((name) => /\.(mp3|txt)$/.test(name))
  return Promise.all(
    names.map(async (name) => ({ name, content: await readFile(new URL(name, samplesFolder)) })),
  )
}

export async function drop(page: Page, files: Dropped[]): Promise<void> {
  await page.locator('.drop').waitFor()
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name))
      }
      return transfer
    },
    files.map(({ name, content }) => ({ name, base64: content.toString('base64') })),
  )
  await page.dispatchEvent('.drop', 'drop', { dataTransfer: data })
}
