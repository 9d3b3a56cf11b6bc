// npm run bench -- listing: what a page of a hundred audits costs where ten thousand are stored, asked for over HTTP.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { seededRandom } from '../lab/random.js'
import { buildApp } from '../src/server/app.js'
import { readConfig } from '../src/server/config.js'
import { createContext } from '../src/server/context.js'
import { createLog } from '../src/server/log.js'
import { accountCaller } from '../src/store/caller.js'
import { openEmbeddedDatabase } from '../src/store/database.js'
import { FolderBlobs } from '../src/store/folder-blobs.js'
import { migrate } from '../src/store/migrate.js'
import { storeOn } from '../src/store/store.js'
import type { Asked } from './asking.js'
import { madeUpResult } from './made-up-result.js'

const FILES_PER_AUDIT = 100
const PAGE = 100
/** The database is compiled while it runs: the first requests take several times as long. */
const WARM_UPS = 10
const REQUESTS = 20
/** Others are copies of these, made by the database. */
const DISTINCT_RESULTS = 20

export interface ListingFigures {
  storedAudits: number
  answerMb: number
  /** From asking to the last byte, median and best of all requests. */
  medianMs: number
  bestMs: number
  /** CPU time that the process spent on a request, mean. On a busy machine the more honest figure. */
  userCpuMs: number
  systemCpuMs: number
  /** Mean number of processes that wanted a core in the last minute. */
  load: number
}

export async function benchListing(storedAudits: number): Promise<ListingFigures> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'audio-audit-listing-'))
  try {
    const database = await openEmbeddedDatabase(dataFolder)
    await migrate(database.db)
    const store = storeOn(database, new FolderBlobs(path.join(dataFolder, 'audio')))
    const { id: accountId } = await store.accounts.create('bench')
    const { secret } = await store.apiKeys.create(accountId, 'bench')
    await fill()

    const config = readConfig({
      AUDIO_AUDIT_DATA: dataFolder,
      RATE_LIMIT_PER_KEY: '100000',
      RATE_LIMIT_PER_ADDRESS: '100000',
    })
    const pool = {
      workers: 1,
      model: 'base' as const,
      listen: () => Promise.reject(new Error('nothing to listen to')),
    }
    const judging = { judge: pool.listen }
    const app = await buildApp(
      await createContext({ config, store, pool, judging, log: createLog('silent') }),
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const ask = asker(`http://127.0.0.1:${port}/v1/audits?limit=${PAGE}`, secret)
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) await ask.once()
    const answers: Asked[] = []
    const cpu = process.cpuUsage()
    while (answers.length < REQUESTS) answers.push(await ask.once())
    const { user, system } = process.cpuUsage(cpu)
    ask.end()
    await app.close()
    await store.close()
    const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
    return {
      storedAudits,
      answerMb: answers[0].bytes / 1e6,
      medianMs: times[REQUESTS / 2],
      bestMs: times[0],
      userCpuMs: user / 1000 / REQUESTS,
      systemCpuMs: system / 1000 / REQUESTS,
      load: loadavg()[0],
    }

    async function fill() {
      const random = seededRandom(1)
      const caller = accountCaller(accountId)
      const fileNames = Array.from({ length: FILES_PER_AUDIT }, (_, at) => `chapter-${at + 1}.mp3`)
      for (let made = 0; made < DISTINCT_RESULTS; made++) {
        const files = fileNames.map((name) => ({
          name,
          sha256: '0'.repeat(64),
          byteCount: 1,
          mediaType: 'audio/mpeg',
        }))
        const id = await store.audits.start(caller, {
          source: 'api',
          selectedAnalyses: ['comparison', 'quality', 'pace', 'scriptAccuracy'],
          accuracy: 'standard',
          files,
          leaseSec: 60,
        })
        const result = madeUpResult(id, fileNames, random)
        await store.audits.complete(id, {
          resultJson: JSON.stringify(result),
          score: result.score,
          summary: result.summary,
          regenCount: 10,
          creditsUsedMilli: 400_000,
        })
      }
      const copies = Math.ceil(storedAudits / DISTINCT_RESULTS)
      for (let copy = 1; copy < copies; copy++) {
        await database.db.execute(sql`
          INSERT INTO audits (id, caller, state, source, selected_analyses, accuracy, file_names, file_count, lease_until,
            regen_count, credits_used_milli, score, summary, result, created_at, finished_at)
          SELECT md5(id || ${copy}), caller, state, source, selected_analyses, accuracy, file_names, file_count, lease_until,
            regen_count, credits_used_milli, score, summary, result, created_at - ${copy} * interval '1 minute', finished_at
          FROM audits WHERE created_at > now() - interval '1 hour' ORDER BY created_at DESC LIMIT ${DISTINCT_RESULTS}`)
      }
    }
  } finally {
    await rm(dataFolder, { recursive: true })
  }
}

function asker(address: string, key: string) {
  const script = fileURLToPath(new URL('asking.ts', import.meta.url))
  const child = fork(script, [address, key], { execArgv: ['--import', 'tsx'] })
  return {
    async once(): Promise<Asked> {
      child.send('ask')
      const [asked] = (await once(child, 'message')) as [Asked]
      if (asked.status !== 200) throw new Error(`the listing answered ${asked.status}`)
      return asked
    },
    end: () => child.kill(),
  }
}

export function listingText(figures: ListingFigures): string {
  const { storedAudits, answerMb, medianMs, bestMs, userCpuMs, systemCpuMs, load } = figures
  return [
    `${PAGE} of ${storedAudits} audits of ${FILES_PER_AUDIT} files: ${answerMb.toFixed(1)} MB over HTTP, load of the machine ${load.toFixed(1)}`,
    `wall ms: median ${medianMs.toFixed(0)}, best ${bestMs.toFixed(0)}`,
    `CPU ms of the service: user ${userCpuMs.toFixed(0)}, system ${systemCpuMs.toFixed(0)}`,
    '',
  ].join('\n')
}
