// What crosses between the pool and a worker thread, and the worker's side of it.
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { type PackedError, packError } from './error-passage.js'
import { Gate } from './gate.js'

export interface Call {
  task: string
  payload: unknown
  /** Progress goes out through it; any message that comes in means: stop. */
  port: MessagePort
  /** The state of a Gate. */
  gate: Int32Array
}

export type Answer = { value: unknown } | { error: PackedError }

/** What a worker says while it works. The first one only says that the task has begun. */
export interface Progress {
  step: unknown
}

/** Another task that takes part in the one that is under way, on threads that are free. */
export interface Help {
  task: string
  payload: unknown
}

export interface TaskContext {
  signal: AbortSignal
  report: (step: unknown) => void
  /**
   * From now on threads that nobody needs run another task too, until this one ends; none, one or several, and each may be stopped at
   * any time. The payload crosses to each of them.
   */
  askForHelp: (task: string, payload: unknown) => void
}

export type Task<Payload = never, Result = unknown> = (
  payload: Payload,
  context: TaskContext,
) => Promise<Result>

/**
 * How long a task may take to notice that it is cancelled. Then the thread ends itself, which it can only do between two
 * runs of a model; ended from outside, in the middle of one, the model runtime would take the whole process down. Longer than
 * opening the models takes on a crowded machine (3 s on a free one): a thread that has just opened them is worth keeping.
 */
const CANCEL_GRACE_MS = 15_000

/** Turns named tasks into the one function that a worker file exports by default. */
export function answerWith(
  tasks: Record<string, Task>,
  { cancelGraceMs = CANCEL_GRACE_MS } = {},
): (call: Call) => Promise<Answer> {
  return async ({ task, payload, port, gate }) => {
    const { signal, release } = cancelledThrough(port, new Gate(gate), cancelGraceMs)
    const report = (step: unknown) => port.postMessage({ step } satisfies Progress)
    const askForHelp = (task: string, payload: unknown) =>
      port.postMessage({ help: { task, payload } } satisfies { help: Help })
    report(null)
    try {
      if (!Object.hasOwn(tasks, task)) throw new Error(`the worker knows no task "${task}"`)
      return { value: await tasks[task](payload as never, { signal, report, askForHelp }) }
    } catch (error) {
      return { error: packError(error) }
    } finally {
      release()
    }
  }
}

/**
 * A signal that learns of the cancellation both ways: by an event when the thread comes to rest, and by looking at the port
 * whenever the signal is asked, since long arithmetic with nothing but resolved promises between lets no event through.
 * There the task also waits while its gate is shut: who cancels it opens the gate.
 */
function cancelledThrough(
  port: MessagePort,
  gate: Gate,
  cancelGraceMs: number,
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  const { signal } = controller
  let lastResort: NodeJS.Timeout | undefined
  const cancel = () => {
    if (lastResort) return
    lastResort = setTimeout(() => process.exit(1), cancelGraceMs)
    controller.abort()
  }
  port.on('message', cancel)
  const look = () => {
    gate.pass()
    if (receiveMessageOnPort(port)) cancel()
  }
  const own = Object.getOwnPropertyDescriptors(AbortSignal.prototype)
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      look()
      return own.aborted.get!.call(signal)
    },
  })
  Object.defineProperty(signal, 'throwIfAborted', {
    value: () => {
      look()
      own.throwIfAborted.value!.call(signal)
    },
  })
  return {
    signal,
    release: () => {
      clearTimeout(lastResort)
      port.close()
    },
  }
}
