// Tasks that behave well and badly on purpose, for the tests of the thread pool.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { threadId, workerData } from 'node:worker_threads'
import { DecodeError } from '../../src/audio/decode/error.js'
import { answerWith, type Task } from '../../src/audit/calls.js'
import { FileError } from '../../src/audit/errors.js'
import { ModelError } from '../../src/speech/models.js'

const echo: Task<{ value: unknown; afterMs: number; begun?: Int32Array }> = async ({
  value,
  afterMs,
  begun,
}) => {
  if (begun) Atomics.add(begun, 0, 1)
  await sleep(afterMs)
  return { value, threadId, workerData }
}

const steps: Task<string[]> = async (names, { report }) => {
  for (const name of names) report(name)
}

const fail: Task<'decode' | 'file' | 'model' | 'plain'> = async (kind) => {
  if (kind === 'decode') throw new DecodeError('truncated', 'cut short')
  if (kind === 'file') throw new FileError('not_found', 'nothing there')
  if (kind === 'model') throw new ModelError('not the pinned one')
  throw new TypeError('unforeseen')
}

const die: Task<'exit' | 'throw' | 'memory'> = async (how) => {
  if (how === 'exit') process.exit(7)
  if (how === 'throw') setTimeout(() => Promise.reject(new Error('nobody caught me')))
  const hoard: object[] = []
  while (how === 'memory') hoard.push(new Array(1000).fill({}))
  await new Promise(() => {})
}

/** Gives way to nothing but resolved promises, as arithmetic does, and only asks the signal. */
const heedful: Task = async (_, { signal, report }) => {
  report('busy')
  for (;;) {
    signal.throwIfAborted()
    await null
  }
}

/** As heedful, and counts its rounds where others can see it. */
const counting: Task<Int32Array> = async (rounds, { signal, report }) => {
  report('busy')
  for (;;) {
    signal.throwIfAborted()
    Atomics.add(rounds, 0, 1)
    await null
  }
}

/** Asks for help and goes on until somebody says that it is over. */
const asking: Task<{ help: string; rounds: Int32Array; isOver: Int32Array }> = async (
  { help, rounds, isOver },
  { signal, report, askForHelp },
) => {
  askForHelp(help, rounds)
  report('busy')
  while (Atomics.load(isOver, 0) === 0) {
    signal.throwIfAborted()
    await setImmediate()
  }
  return 'done'
}

/** Counts that it was begun, and takes its thread with it. */
const dyingHelp: Task<Int32Array> = async (begun) => {
  Atomics.add(begun, 0, 1)
  process.exit(7)
}

/** Counts that it was begun, and has nothing to do. */
const idleHelp: Task<Int32Array> = async (begun) => {
  Atomics.add(begun, 0, 1)
}

/** Waits for the event alone. */
const patient: Task = async (_, { signal, report }) => {
  report('busy')
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** Never asks the signal, but comes to rest between two rounds. */
const heedless: Task = async (_, { report }) => {
  report('busy')
  for (;;) await setImmediate()
}

const endless: Task = async (_, { report }) => {
  report('busy')
  for (;;);
}

/** Runs a model without end and without asking the signal. */
const modelRuns: Task = async (_, { report }) => {
  const { VoiceActivityDetector } = await import('../../src/speech/voice-activity.js')
  const detector = await VoiceActivityDetector.load()
  report('busy')
  for (;;) await detector.probabilities(new Float32Array(16_000))
}

export default answerWith(
  {
    echo,
    steps,
    fail,
    die,
    heedful,
    counting,
    asking,
    dyingHelp,
    idleHelp,
    patient,
    heedless,
    endless,
    modelRuns,
  },
  { cancelGraceMs: 200 },
)
