// Analysers for tests that are about everything else.

import type { AuditContext } from '../../src/audit/engine.js'
import { packFindings } from '../../src/audit/packed-findings.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'

type Pool = AuditContext['pool']
type Listen = (signal: AbortSignal | undefined) => Promise<void>

const fine: QualityFindings = {
  presence: 'speech',
  faults: [],
  durationSec: 1,
  speechSec: 1,
  measures: {
    snr: { snrDb: 40, modulatedSnrDb: null },
    clipping: { clipCount: 0, clipPercentage: 0 },
    bandwidth: { cutoffHz: null, spectralCentroidHz: 1000, bandwidthRatio: 1 },
  },
}

/** Finds these faults in every file, for the quality check only, or none; `before` may take its time, or fail. */
export function contentPool(
  before: Listen = async () => {},
  faults: QualityFindings['faults'] = fine.faults,
): Pool {
  return {
    workers: 2,
    model: 'base',
    async listen(_, requests, { signal } = {}) {
      await before(signal)
      return {
        findings: requests.map(() => packFindings({ ...fine, faults })),
        stageSec: {},
        totalSec: 0.001,
        durationSec: fine.durationSec,
      }
    },
  }
}

/** Hears nothing until it is let go or told to stop. */
export function holdingPool(): { pool: Pool; release: () => void; heard: () => number } {
  let release = () => {}
  let heard = 0
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const pool = contentPool(async (signal) => {
    heard++
    // Cancelled between the charge and the first file, it is aborted before anybody can listen for that.
    signal?.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      released.then(resolve)
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  })
  return { pool, release, heard: () => heard }
}
