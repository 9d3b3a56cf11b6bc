// The pieces of a long file, of which several threads each take the next until none is left. Every piece is read by itself, so it
// does not matter who has read which. The thread that listens to the file needs nobody: what others leave it reads itself.
import { randomUUID } from 'node:crypto'
import { BroadcastChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { PlaceOnDisk } from './samples-on-disk.js'
import { asksWhisper, type Interval, type PieceTranscript, type TranscriberModel } from './speech-data.js'

const FREE = 0
const TAKEN = 1
const READ = 2

// Longer than a piece takes on a free core, 3 s at most, or 12 s where two recognisers read it: whoever has not read theirs by
// then rests or is gone.
const PATIENCE_MS = 5_000
const PATIENCE_WITH_WHISPER_MS = 15_000
/** How often who waits for others asks whether to go on. */
const LOOK_EVERY_MS = 100

/** What those who take part are told; it crosses threads. */
export interface SharedPieces {
  /** Of the channel on which pieces that were read go to who listens to the file. */
  name: string
  sound: PlaceOnDisk
  speech: Interval[]
  pieces: Interval[]
  /** Shared: one for each piece. */
  states: Int32Array
  /** Shared: not 0 once nobody wants them any more. */
  isOver: Int32Array
}

/** How long others are waited for. */
export function patienceMsOf(model: TranscriberModel): number {
  return asksWhisper(model) ? PATIENCE_WITH_WHISPER_MS : PATIENCE_MS
}

export type ReadPiece = (piece: Interval) => Promise<PieceTranscript>

interface Told {
  index: number
  read: PieceTranscript
}

/** Of who listens to the file. */
export class OwnPieces {
  private readonly channel: BroadcastChannel
  private readonly found: (PieceTranscript | undefined)[]

  private constructor(readonly shared: SharedPieces) {
    this.channel = new BroadcastChannel(shared.name)
    this.channel.unref()
    this.channel.onmessage = (told) => this.keep((told as { data: Told }).data)
    this.found = new Array(shared.pieces.length).fill(undefined)
  }

  static of(sound: PlaceOnDisk, speech: Interval[], pieces: Interval[]): OwnPieces {
    return new OwnPieces({
      name: `audio-audit: pieces ${randomUUID()}`,
      sound,
      speech,
      pieces,
      states: sharedInts(pieces.length),
      isOver: sharedInts(1),
    })
  }

  /** All pieces in their order: those that others have read, and the rest read here. */
  async all(read: ReadPiece, signal?: AbortSignal, patienceMs = PATIENCE_MS): Promise<PieceTranscript[]> {
    const { pieces, states } = this.shared
    for (;;) {
      signal?.throwIfAborted()
      this.takeIn()
      const missing = this.found.indexOf(undefined)
      if (missing < 0) return this.found as PieceTranscript[]
      const own = takeNext(states) ?? (this.hasWaitedFor(missing, patienceMs, signal) ? missing : undefined)
      if (own === undefined) continue
      this.found[own] = await read(pieces[own])
      Atomics.store(states, own, READ)
    }
  }

  /** From here on nobody need read any more. */
  close(): void {
    Atomics.store(this.shared.isOver, 0, 1)
    this.channel.close()
  }

  /** What has come since the thread was last at rest, where messages come by themselves. */
  private takeIn(): void {
    // The types of Node leave this kind of channel out.
    const port = this.channel as unknown as MessagePort
    for (let told = receiveMessageOnPort(port); told; told = receiveMessageOnPort(port)) {
      this.keep(told.message as Told)
    }
  }

  private keep({ index, read }: Told): void {
    this.found[index] ??= read
  }

  /** Whether somebody else has had a piece for too long. False as soon as it is read or given back. */
  private hasWaitedFor(index: number, patienceMs: number, signal?: AbortSignal): boolean {
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_EVERY_MS) {
      signal?.throwIfAborted()
      if (Atomics.wait(this.shared.states, index, TAKEN, LOOK_EVERY_MS) !== 'timed-out') return false
    }
    return true
  }
}

/** Of who takes part: reads one piece after the other for as long as there are any. */
export async function takePart(
  { name, pieces, states, isOver }: SharedPieces,
  read: ReadPiece,
  signal?: AbortSignal,
): Promise<void> {
  const channel = new BroadcastChannel(name)
  try {
    while (Atomics.load(isOver, 0) === 0) {
      signal?.throwIfAborted()
      const index = takeNext(states)
      if (index === undefined) return
      try {
        const told: Told = { index, read: await read(pieces[index]) }
        channel.postMessage(told)
        Atomics.store(states, index, READ)
      } finally {
        // Unless it was read.
        Atomics.compareExchange(states, index, TAKEN, FREE)
        Atomics.notify(states, index)
      }
    }
  } finally {
    channel.close()
  }
}

function takeNext(states: Int32Array): number | undefined {
  for (let index = 0; index < states.length; index++) {
    if (Atomics.compareExchange(states, index, FREE, TAKEN) === FREE) return index
  }
  return undefined
}

function sharedInts(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT))
}
