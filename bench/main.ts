// npm run bench: how fast files are transcribed and how much memory that takes, on speech made on the spot.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { workerCount } from '../src/audit/capacity.js'
import { speakClips } from './clips.js'
import { benchListing, listingText } from './listing.js'
import { writeLongMp3 } from './long-mp3.js'
import type { Measured, MeasureRequest } from './measure.js'
import { benchStartup, startupText } from './startup.js'
import { type Run, resultTable } from './table.js'

const help = `Usage: npm run bench -- [listing | startup | peers | faults | speedup | load | leak | latency | fairness | costs | hostile | siege | webhooks | mutations] [options]

  listing       in place of transcribing: what a page of 100 audits costs where 10,000 are stored (3.5 GB of disk for minutes)
  startup       in place of transcribing: what opening each model costs a worker thread, in CPU seconds
  peers         in place of transcribing: the whole audit against whisper.cpp base.en on the same speech (fetches 136 MB once):
                --seconds N of speech (default 30), --rounds N (default 1); five minutes of two cores, most of them whisper.cpp's

  In place of transcribing, on several processes with a Redis, a PostgreSQL and an S3 server of their own; each prints a verdict:
  faults        processes and engines that die, restart, stall and fill up, under load: --rounds N of each (default 20),
                --only TEXT those whose name has it, --stall-sec N (60), --s3-sec N (10), --lost-sec N (20)
  speedup       one batch by one worker and by two
  load          50 callers at once: --minutes N (default 10)
  leak          memory over many audits: --audits N (default 5000)
  latency       an audit of 2 files, alone and at 80 % of capacity: --minutes N (default 2), --workers N (default 2; where
                there are fewer cores, each gets a part of one, which needs root)
  fairness      an audit of 2 files, alone and beside a batch of 500
  costs         what a file costs each part, as JSON: the input of bench/capacity-model.ts

  hostile       replays the attacks that the service must bear, on a service of its own, and prints what each cost the
                attacker and the others: --only NAME, --files N in a batch (default 500), --short (sizes of the test suite),
                --json; --url ADDRESS --key KEY --attacker-key KEY attacks one that runs, with keys of two accounts
  siege         three honest callers beside attackers who never rest: --minutes N (default 60), --kills N of the service
                meanwhile (default 200), --files N in a batch of the attacker (default 500); whether every honest audit was
                answered in three times its idle time and none refused, and whether money and audits are exact
  webhooks      events to a receiver that fails, is slow, redirects and dies, while the service is killed: --events N (default
                1000), --kills N (default 20 here), --seed N; whether each was delivered, verified, and in the order of attempts
  mutations     requests and audio files changed by chance, as in the test suite but more: --requests N (default 100000),
                --audio-files N (default 20000), --seed N

  --seconds N   how much speech to transcribe in each run (default 120)
  --tiny        measure the tiny model as well
  --long        also transcribe one stereo mp3 of 60 minutes, with one worker and with all, for its time and peak memory
  --json        print figures as JSON instead of tables
`

/** Above this a long file would not be transcribed piece by piece. */
const LONG_FILE_SEC = 3600

const STORED_AUDITS = 10_000

/** Spoken in each run unless told otherwise. */
const SPEECH_SEC = 120
/** Where whisper.cpp was built for any processor, it takes 17 s of a core for each clip. */
const PEERS_SPEECH_SEC = 30

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    tiny: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    'stall-sec': { type: 'string', default: '60' },
    's3-sec': { type: 'string', default: '10' },
    'lost-sec': { type: 'string', default: '20' },
    minutes: { type: 'string' },
    workers: { type: 'string', default: '2' },
    audits: { type: 'string', default: '5000' },
    short: { type: 'boolean', default: false },
    files: { type: 'string' },
    kills: { type: 'string' },
    events: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '100000' },
    'audio-files': { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string' },
    key: { type: 'string' },
    'attacker-key': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

/** Loaded when they are asked for: they need engines that not every machine has. */
const verdictBenches = {
  faults: async () =>
    (await import('./cluster/faults.js')).benchFaults({
      rounds: Number(values.rounds ?? 20),
      only: values.only,
      stallSec: Number(values['stall-sec']),
      s3Sec: Number(values['s3-sec']),
      lostSec: Number(values['lost-sec']),
    }),
  speedup: async () =>
    (await import('./cluster/speedup.js')).benchSpeedup(Number(values.seconds ?? SPEECH_SEC)),
  load: async () => (await import('./cluster/load.js')).benchLoad(Number(values.minutes ?? 10)),
  leak: async () => (await import('./cluster/leak.js')).benchLeak(Number(values.audits)),
  latency: async () =>
    (await import('./cluster/latency.js')).benchLatency(Number(values.minutes ?? 2), Number(values.workers)),
  costs: async () => (await import('./cluster/costs.js')).benchCosts(),
  fairness: async () => (await import('./cluster/fairness.js')).benchFairness(),
  hostile: async () =>
    (await import('./hostile/hostile.js')).benchHostile({
      isShort: values.short,
      files: values.files === undefined ? undefined : Number(values.files),
      only: values.only,
      isJson: values.json,
      running: runningService(),
    }),
  siege: async () =>
    (await import('./siege/siege.js')).benchSiege({
      minutes: Number(values.minutes ?? 60),
      kills: Number(values.kills ?? 200),
      files: Number(values.files ?? 500),
    }),
  webhooks: async () =>
    (await import('./webhooks/webhooks.js')).benchWebhooks({
      events: Number(values.events),
      kills: Number(values.kills ?? 20),
      seed: Number(values.seed),
    }),
  peers: async () =>
    (await import('./peers/peers.js')).benchPeers({
      seconds: Number(values.seconds ?? PEERS_SPEECH_SEC),
      rounds: Number(values.rounds ?? 1),
      isJson: values.json,
    }),
  mutations: async () =>
    (await import('./mutations.js')).benchMutations({
      requests: Number(values.requests),
      audioFiles: Number(values['audio-files']),
      seed: Number(values.seed),
    }),
}

if (values.help) process.stdout.write(help)
else if (positionals[0] === 'listing') await listing()
else if (positionals[0] === 'startup') await startup()
else if (positionals[0] in verdictBenches) await verdictBench(positionals[0] as keyof typeof verdictBenches)
else await bench()

async function verdictBench(name: keyof typeof verdictBenches): Promise<void> {
  if (!(await verdictBenches[name]())) process.exitCode = 1
}

function runningService() {
  const { url, key, 'attacker-key': attackerKey } = values
  if (url === undefined) return undefined
  if (!key || !attackerKey) throw new Error('--url needs --key and --attacker-key, of two accounts')
  return { address: url, honestKey: key, attackerKey }
}

async function listing(): Promise<void> {
  const figures = await benchListing(STORED_AUDITS)
  process.stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : listingText(figures))
}

async function startup(): Promise<void> {
  const figures = await benchStartup()
  process.stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : startupText(figures))
}

async function bench(): Promise<void> {
  const seconds = Number(values.seconds ?? SPEECH_SEC)
  if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not "${values.seconds}"`)
  const folder = await mkdtemp(path.join(tmpdir(), 'audio-audit-bench-'))
  try {
    const [warmUp, ...clips] = await speakClips(folder, seconds)
    const files = (clips.length > 0 ? clips : [warmUp]).map(({ file }) => file)
    const runs: Run[] = []
    const add = async (title: string, request: Omit<MeasureRequest, 'warmUp'>) => {
      const run = { title, ...request, ...(await measured({ ...request, warmUp: warmUp.file })) }
      runs.push(run)
      if (!values.json) process.stdout.write(`${resultTable(run)}\n`)
    }
    if (!values.json) process.stdout.write(`${cpus()[0].model || process.arch}, Node ${process.version}\n\n`)
    for (const model of values.tiny ? (['base', 'tiny'] as const) : (['base'] as const)) {
      await add('clips', { model, workers: 1, files })
      if (workerCount() > 1) await add('clips', { model, workers: workerCount(), files })
    }
    if (values.long) {
      const file = path.join(folder, 'long.mp3')
      await writeLongMp3(file, LONG_FILE_SEC)
      for (const workers of new Set([1, workerCount()]))
        await add('one stereo mp3 of 60 minutes', { model: 'base', workers, files: [file] })
    }
    if (values.json) process.stdout.write(`${JSON.stringify(runs, null, 2)}\n`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measured(request: MeasureRequest): Promise<Measured> {
  const script = new URL('./measure.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx'],
    script,
    JSON.stringify(request),
  ])
  return JSON.parse(stdout)
}
