import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { counted } from '../report/counted.js'
import { type Config, readConfig } from '../server/config.js'
import { createLog } from '../server/log.js'
import { type FirstAccount, type Service, startService, writeForOwnerOnly } from '../server/service.js'
import { startFault } from '../server/start-fault.js'
import { startWorker } from '../server/worker-service.js'
import type { Door } from './command.js'
import { exitStatus } from './exit.js'

/** Runs the service until it is told to stop. */
export async function serve(door: Door, role?: string): Promise<number> {
  let service: Service
  writeForOwnerOnly()
  try {
    const config = readConfig({ ...process.env, ...(role !== undefined && { AUDIO_AUDIT_ROLE: role }) })
    const log = createLog(config.logLevel, pino.destination(2))
    service = await (config.role === 'worker' ? startWorker(config, log) : startService(config, log))
    door.stdout.write(welcome(config, service))
  } catch (error) {
    const lines = startFault(error)
    if (lines === undefined) throw error
    door.stderr.write(lines.map((line) => `audio-audit: ${line}\n`).join(''))
    return exitStatus.failed
  }
  await untilStopped(door)
  await service.stop()
  return exitStatus.done
}

async function untilStopped({ signal }: Door): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

function welcome(config: Config, { firstAccount, port }: Service): string {
  if (config.role === 'worker') {
    return `This worker analyses files for others. Health and metrics: port ${config.port}${config.port === 0 ? ` (port ${port})` : ''}\n`
  }
  const lines = [
    `Audio Audit listens at ${config.baseUrl}${config.port === 0 ? ` (port ${port})` : ''}`,
    `Documentation: ${config.baseUrl}/docs`,
    `In the browser: ${config.baseUrl}/new`,
  ]
  return `${[...lines, ...(firstAccount ? firstSteps(config.baseUrl, firstAccount) : [])].join('\n')}\n`
}

function firstSteps(baseUrl: string, { secret, credits }: FirstAccount): string[] {
  const files = sampleFiles().map((file) => `-F 'files=@${file}'`)
  return [
    '',
    `A first account was made, with ${counted(credits, 'credit')}. Its API key is shown this once:`,
    '',
    `  ${secret}`,
    '',
    'Try it:',
    '',
    `  curl -H 'X-API-Key: ${secret}' ${files.join(' ')} '${baseUrl}/v1/audit?comparison=true&quality=true&pace=true&scriptAccuracy=true'`,
    '',
  ]
}

const MOST_SAMPLES = 4

/** By the way there from here, where there are any. */
function sampleFiles(): string[] {
  const folder = fileURLToPath(new URL('../../samples/', import.meta.url))
  if (!existsSync(folder)) return ['one.mp3', 'two.mp3']
  const names = readdirSync(folder).filter((name) => name.endsWith('.mp3'))
  return names.slice(0, MOST_SAMPLES).map((name) => path.relative(process.cwd(), path.join(folder, name)))
}
