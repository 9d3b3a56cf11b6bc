// Finding that the models are the pinned ones takes half a second of CPU, most of what opening them takes beside the model
// runtime. So it is found once in a process: all its threads see which state of each file was found to be right, and a
// file in that state is not hashed again. Whatever writes to a file or puts another in its place changes its state.
import { type BigIntStats, closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

const NUMBERS_PER_STATE = 4
/** The clock of a file system ticks every 10 ms or faster; two changes within a tick look like one. */
const SETTLED_NS = 100_000_000n
type FileState = [inode: bigint, size: bigint, modifiedNs: bigint, changedNs: bigint]

/** What the threads share: for each of a number of files, the state in which it was verified; zeros before. */
export class VerifiedFiles {
  private readonly states: BigInt64Array

  /** Found again under the same name by every thread that is started later. */
  constructor(name: string, files: number) {
    // The types of Node leave shared memory out of what can be handed on.
    let memory = getEnvironmentData(name) as unknown as SharedArrayBuffer | undefined
    if (!memory) {
      memory = new SharedArrayBuffer(files * NUMBERS_PER_STATE * BigInt64Array.BYTES_PER_ELEMENT)
      setEnvironmentData(name, memory as unknown as string)
    }
    this.states = new BigInt64Array(memory)
  }

  /** Reads a file; `verify` is called unless this state of it was verified before, and throws when it is the wrong one. */
  read(file: number, location: string, verify: (bytes: Uint8Array) => void, nowMs = Date.now()): Uint8Array {
    const descriptor = openSync(location, 'r')
    try {
      const before = stateOf(fstatSync(descriptor, { bigint: true }))
      const bytes = readFileSync(descriptor)
      const after = stateOf(fstatSync(descriptor, { bigint: true }))
      // Written to while it was read, or just before: then its state says nothing about these bytes.
      const isSteady = isSame(before, after) && isSettled(before, nowMs)
      if (!(isSteady && this.isVerified(file, before))) {
        verify(bytes)
        if (isSteady) this.states.set(before, file * NUMBERS_PER_STATE)
      }
      return bytes
    } finally {
      closeSync(descriptor)
    }
  }

  /**
   * The same for a file that is not read here but opened by its name: `verify` is given the descriptor to read it from. Who opens it
   * then relies on nobody having put another in its place meanwhile.
   */
  expect(file: number, location: string, verify: (descriptor: number) => void, nowMs = Date.now()): void {
    const descriptor = openSync(location, 'r')
    try {
      const before = stateOf(fstatSync(descriptor, { bigint: true }))
      const isOld = isSettled(before, nowMs)
      if (isOld && this.isVerified(file, before)) return
      verify(descriptor)
      const after = stateOf(fstatSync(descriptor, { bigint: true }))
      if (isOld && isSame(before, after)) this.states.set(before, file * NUMBERS_PER_STATE)
    } finally {
      closeSync(descriptor)
    }
  }

  /** A state that another thread is just writing matches nothing, and the file is verified once more. */
  private isVerified(file: number, state: FileState): boolean {
    return state.every((number, index) => this.states[file * NUMBERS_PER_STATE + index] === number)
  }
}

function isSame(one: FileState, other: FileState): boolean {
  return one.every((number, index) => number === other[index])
}

function isSettled([, , , changedNs]: FileState, nowMs: number): boolean {
  return BigInt(nowMs) * 1_000_000n - changedNs > SETTLED_NS
}

function stateOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): FileState {
  return [ino, size, mtimeNs, ctimeNs]
}
