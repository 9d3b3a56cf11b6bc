import { afterEach, beforeEach, expect, test } from 'vitest'
import { newAudit, outcome } from '../../lab/service/sample-audit.js'
import type { Rig } from '../../lab/web/rig.js'
import { openSignedIn } from '../../lab/web/signed-in.js'
import { outboundPolicy } from '../../src/outbound/policy.js'
import { webhookSender } from '../../src/server/webhook-sender.js'
import { accountCaller } from '../../src/store/caller.js'
import { expectAccessible, expectFitsPhone, type WatchedPage, watchedPage } from './watched-page.js'

const ADDRESS = 'https://hooks.studio.example/a/very/long/path/that/does/not/fit/into/a/line/of/a/phone'

export function webhookTests(rig: Rig) {
  let watched: WatchedPage
  beforeEach(async () => {
    watched = await watchedPage(rig.browser, rig.web.origin)
  })
  afterEach(() => watched.close())

  test('registers an endpoint, sees what became of a message, and sends it again', async () => {
    const { service } = rig.web
    const caller = await service.caller(0)
    const page = await openSignedIn(rig, watched.page, 'account', caller.key)
    await page.getByLabel('Address of a new endpoint').fill('http://hooks.studio.example/')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByText('The address must begin with https://.').waitFor()
    await page.getByLabel('Address of a new endpoint').fill(ADDRESS)
    await page.getByLabel('Credits run low').uncheck()
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByText('Endpoint added.').waitFor()
    const secret = await page.locator('.secret').innerText()
    expect(secret).toMatch(/^whsec_/)
    const [endpoint] = await service.store.webhookEndpoints.list(caller.accountId)
    expect(endpoint).toMatchObject({ url: ADDRESS, events: ['audit.completed', 'audit.failed'] })

    const auditId = await service.store.audits.start(accountCaller(caller.accountId), newAudit())
    await service.store.audits.complete(auditId, outcome)
    // One attempt, at a name that nobody has.
    await webhookSender({
      ...service.context,
      config: { ...service.context.config, webhookRetrySec: [] },
      outbound: outboundPolicy({ resolve: async () => [] }),
    }).sendDue()
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'audit.completed' })
    await expect.poll(() => row.innerText()).toContain('given up after 1 attempt (host not found)')
    await page.getByText('disabled: every delivery has failed for days').waitFor()
    expect(await page.locator('.secret').count()).toBe(0)
    await expectAccessible(page)
    await expectFitsPhone(page)

    await page.getByRole('button', { name: /^Send again/ }).click()
    await page.getByText('The endpoint is disabled: enable it first').waitFor()
    await page.getByRole('button', { name: /^Enable/ }).click()
    await page.getByText('Endpoint enabled.').waitFor()
    await page.getByRole('button', { name: /^Send again/ }).click()
    await expect.poll(() => row.innerText()).toContain('tried 1 time (host not found), next')
    expect(await service.store.webhookDeliveries.claim([], 60)).toMatchObject({ auditId, url: ADDRESS })

    await page.getByRole('button', { name: 'Create a secret for webhookUrl' }).click()
    await page.getByRole('button', { name: 'New secret for webhookUrl' }).waitFor()
    expect(await page.locator('.secret').innerText()).not.toBe(secret)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('button', { name: 'Delete with its deliveries' }).click()
    await page.getByText('Endpoint deleted.').waitFor()
    await page.getByText('Nothing has been sent yet.').waitFor()
    expect(watched.wrongs.filter((wrong) => !/40[09]/.test(wrong))).toEqual([])
  })
}
