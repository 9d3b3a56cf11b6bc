import { judgeTask } from '../../src/audit/judge-task.js'
import type { Judging } from '../../src/audit/judging.js'

/** Judges on the spot, for tests that are about everything else: a thread takes a second to start from the sources. */
export const judgingHere: Judging = {
  judge: (batch, { signal = new AbortController().signal } = {}) =>
    judgeTask(batch, { signal, report: () => {} }),
  close: async () => {},
}
