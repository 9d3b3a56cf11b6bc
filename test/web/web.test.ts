// The web app: what is sent, and what a real browser makes of it. One service and one browser for all.
import { afterAll, beforeAll, describe } from 'vitest'
import { openBrowser } from '../../lab/web/browser.js'
import type { Rig } from '../../lab/web/rig.js'
import { WebService } from '../../lab/web/web-service.js'
import { describeWith } from '../machine/needing.js'
import { accountTests } from './account.js'
import { emptyStateTests } from './empty-states.js'
import { firefoxTests } from './firefox.js'
import { guestTests } from './guests.js'
import { listeningTests } from './listening.js'
import { newAuditTests } from './new-audit.js'
import { reportTests } from './report.js'
import { reportPlaceTests } from './report-place.js'
import { truthTests } from './report-truth.js'
import { retakeTests } from './retake.js'
import { reviewTests } from './review.js'
import { runningTests } from './running.js'
import { servedTests } from './served.js'
import { voicesTests } from './voices.js'
import { webhookTests } from './webhooks.js'
import { wrongPlaceTests } from './wrong-places.js'

const rig = {} as Rig
beforeAll(async () => {
  rig.web = await WebService.start()
})
afterAll(() => rig.web?.stop())

describe('what browsers are sent', () => servedTests(rig))

describeWith(['Chromium'], 'in a browser', () => {
  beforeAll(async () => {
    rig.browser = await openBrowser()
  })
  afterAll(() => rig.browser?.close())
  describe('the report', () => reportTests(rig))
  describe('what the report says', () => truthTests(rig))
  describe('a place in the report', () => reportPlaceTests(rig))
  describe('listening', () => listeningTests(rig))
  describe('the voices in the report', () => voicesTests(rig))
  describe('the review', () => reviewTests(rig))
  describe('retakes', () => retakeTests(rig))
  describe('a new audit', () => newAuditTests(rig))
  describe('an audit under way', () => runningTests(rig))
  describe('nothing to show', () => emptyStateTests(rig))
  describe('a wrong address', () => wrongPlaceTests(rig))
  describe('guests', () => guestTests(rig))
  describe('whoever is signed in', () => accountTests(rig))
  describe('webhooks', () => webhookTests(rig))
})

describeWith(['Firefox'], 'in another browser', () => firefoxTests(rig))
