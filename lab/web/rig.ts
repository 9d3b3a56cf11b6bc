import type { Browser } from 'playwright-core'
import type { WebService } from './web-service.js'

/** What all tests of the web app share; filled before the first of them runs. */
export interface Rig {
  web: WebService
  browser: Browser
}
