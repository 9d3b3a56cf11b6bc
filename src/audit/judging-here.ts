import { judgeTask } from './judge-task.js'
import type { Judging } from './judging.js'

/**
 * Judges on the calling thread, for who has nothing else to do meanwhile: a command, most tests. Another thread takes longer to
 * start than most batches take to judge.
 */
export const judgingHere: Judging = {
  judge: (batch, { signal = new AbortController().signal } = {}) =>
    judgeTask(batch, { signal, report: () => {}, askForHelp: () => {} }),
  close: async () => {},
}
