// The web app: what is sent, and what a real browser makes of it. One service and one browser for all.
import { afterAll, beforeAll, describe } from 'vitest'
import { accountTests } from './account.js'
import { browserPath, openBrowser } from './browser.js'
import { newAuditTests } from './new-audit.js'
import { reportTests } from './report.js'
import type { Rig } from './rig.js'
import { servedTests } from './served.js'
import { WebService } from './web-service.js'

const rig = {} as Rig
beforeAll(async () => {
  rig.web = await WebService.start()
})
afterAll(() => rig.web?.stop())

describe('what browsers are sent', () => servedTests(rig))

describe.skipIf(!browserPath)('in a browser', () => {
  beforeAll(async () => {
    rig.browser = await openBrowser()
  })
  afterAll(() => rig.browser?.close())
  describe('the report', () => reportTests(rig))
  describe('a new audit', () => newAuditTests(rig))
  describe('whoever is signed in', () => accountTests(rig))
})
