// Paying per request, on a real EVM with a real facilitator over HTTP. No network. All share one chain and one service.
import { afterAll, afterEach, beforeAll } from 'vitest'
import { crashTests } from './crashes.js'
import { failureTests } from './failures.js'
import { keepingTests } from './keeping.js'
import { namedFilesTests } from './named-files.js'
import { payingTests } from './paying.js'
import { refusalTests } from './refusals.js'
import { severalServersTests } from './several-servers.js'
import { Shop } from './shop.js'
import { withoutWaitingTests } from './without-waiting.js'

const shop = new Shop()
beforeAll(() => shop.open())
afterEach(() => shop.behave())
afterAll(() => shop.close())

payingTests(shop)
keepingTests(shop)
namedFilesTests(shop)
withoutWaitingTests(shop)
refusalTests(shop)
failureTests(shop)
severalServersTests(shop)
crashTests(shop)
