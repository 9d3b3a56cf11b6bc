import type { Page } from 'playwright-core'
import type { Rig } from './web.test.js'

/** Opens a page and signs in where it asks for that. */
export async function openSignedIn(
  { web }: Rig,
  page: Page,
  place: string,
  key = web.owner.key,
): Promise<Page> {
  await page.goto(`${web.origin}/${place}`)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('API key').waitFor({ state: 'detached' })
  return page
}
