// What every attack is, what it is given, and what it is held against.
import type { Client } from './client.js'
import type { Honest } from './honest.js'
import type { Target } from './target.js'

export interface Sizes {
  /** Files of a batch. */
  files: number
  /** Seconds for which slow uploads go on. */
  slowSec: number
  /** Seconds of silence, noise and music. */
  soundSec: number
  /** Seconds of an answer that are waited for before an attack counts as one that hangs the service. */
  patienceSec: number
  /** Good files beside which those without speech are judged. */
  goodFiles: number
}

export const usual: Sizes = { files: 500, slowSec: 30, soundSec: 60, patienceSec: 120, goodFiles: 10 }
/** For the test suite: every attack, in seconds. */
export const short: Sizes = { files: 4, slowSec: 2, soundSec: 3, patienceSec: 30, goodFiles: 0 }

export interface Scene {
  target: Target
  sizes: Sizes
  /** Somebody new who pays; what they spend counts as the cost of the attack. */
  attacker(credits: number): Promise<Client>
  /** Somebody new without a key. */
  stranger(): Client
  honest: Honest
  /** Becomes true when the bench is told to end. */
  signal: AbortSignal
}

/** What an attack has shown. */
export interface Shown {
  /** What must not be, however fast or slow the machine is. */
  wrong: string[]
  /** Measured against a limit of time, which a crowded machine can break, too. */
  slow?: string[]
  /** Figures of its own. */
  notes?: string[]
}

export interface Attack {
  name: string
  /** The number it has in the list of faults it was made for. */
  fault: number
  about: string
  /** Another attack of the short form shows the same. */
  isLongOnly?: boolean
  /** Whether honest audits are sent while it goes on. */
  isBesideHonest?: boolean
  /** Makes what will be sent, before anything is measured: it keeps this process from telling the time of the honest. */
  prepare?(sizes: Sizes): Promise<void>
  run(scene: Scene): Promise<Shown>
  /** Looks at what is left once the service has ended; only for one that was started here. */
  after?(dataFolder: string): Promise<Shown>
}

/** Answers to /healthz take no longer, whatever the service is at. */
export const LONGEST_PULSE_MS = 250
/** An honest audit takes no more than so many times what it takes alone. */
export const MOST_TIMES_IDLE = 3
