const OPEN = 0
const SHUT = 1

/** Shared between the pool and a thread: while it is shut, the task rests where it next asks its signal. */
export class Gate {
  /** What crosses to the thread. */
  readonly state: Int32Array

  constructor(state: Int32Array = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))) {
    this.state = state
  }

  shut(): void {
    Atomics.store(this.state, 0, SHUT)
  }

  open(): void {
    Atomics.store(this.state, 0, OPEN)
    Atomics.notify(this.state, 0)
  }

  /** Blocks the thread until the gate is open. */
  pass(): void {
    Atomics.wait(this.state, 0, SHUT)
  }
}
