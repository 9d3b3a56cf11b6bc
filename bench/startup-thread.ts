// A thread that opens one model after the other and tells what each cost. CPU time is that of the process, in which
// nothing else runs meanwhile.
import { parentPort } from 'node:worker_threads'
import type * as GarbleModule from '../src/speech/garble-network.js'
import type * as OpenModelsModule from '../src/speech/open-models.js'
import type * as PronouncingModule from '../src/speech/pronouncing.js'
import type { Startup } from './startup.js'

const built = async (file: string) => import(new URL(`../dist/speech/${file}`, import.meta.url).href)

const startup: Startup = {}
async function spending<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  startup[name] = (user + system) / 1e6
  return result
}

const { OpenModels } = await spending(
  'program',
  async (): Promise<typeof OpenModelsModule> => built('open-models.js'),
)
const { GarbleNetwork }: typeof GarbleModule = await built('garble-network.js')
const { pronouncing }: typeof PronouncingModule = await built('pronouncing.js')
const models = new OpenModels({ model: 'base' })
await spending('voice activity', () => models.voiceActivity())
await spending('recogniser (base)', () => models.transcriber())
await spending('word aligner', () => models.aligner())
await spending('pronouncing dictionary', () => pronouncing())
await spending('voice print', () => models.voicePrinter())
await spending('garble', () => GarbleNetwork.load())
parentPort!.postMessage(startup)
