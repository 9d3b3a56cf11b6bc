import type { Page } from 'playwright-core'
import type { Rig } from './rig.js'

/** Opens a page and signs in where it asks for that. */
export async function openSignedIn(
  { web }: Rig,
  page: Page,
  place: string,
  key = web.owner.key,
): Promise<Page> {
  await page.goto(`${web.origin}/${place}`)
  await page.getByLabel('API key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('API key', { exact: true }).waitFor({ state: 'detached' })
  return page
}
