// The web app in a real browser, against a service that really listens. One service and one browser for all.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { accountTests } from './account.js'
import { browserPath, openBrowser } from './browser.js'
import { newAuditTests } from './new-audit.js'
import { reportTests } from './report.js'
import { WebService } from './web-service.js'

export interface Rig {
  web: WebService
  browser: Browser
}

describe.skipIf(!browserPath)('the web app', () => {
  const rig = {} as Rig
  beforeAll(async () => {
    rig.web = await WebService.start()
    rig.browser = await openBrowser()
  })
  afterAll(async () => {
    await rig.browser?.close()
    await rig.web?.stop()
  })
  describe('the report', () => reportTests(rig))
  describe('a new audit', () => newAuditTests(rig))
  describe('whoever is signed in', () => accountTests(rig))
})
