import type { OpenModels } from '../speech/open-models.js'
import type { SharedPieces } from '../speech/shared-pieces.js'
import { readSharedPieces } from '../speech/track.js'
import type { Task, TaskContext } from './calls.js'

/**
 * Speech of longer files lies in a temporary file while they are listened to, so that each takes 19 MB of memory for it at the most;
 * and workers that nobody needs take part in their transcripts. Shorter ones are done before another worker has its models open.
 */
const LONG_FILE_SEC = 300

/** What the worker that listens to a file does about one that is long. */
export function longFiles({ askForHelp }: TaskContext, longFileSec = LONG_FILE_SEC) {
  return {
    mostInMemorySec: longFileSec,
    onPieces: (pieces: SharedPieces) => askForHelp('readPieces', pieces),
  }
}

/** Takes part in the transcript of a long file that another worker listens to. */
export function readPiecesTask(models: OpenModels): Task<SharedPieces, void> {
  return (pieces, { signal }) => readSharedPieces(pieces, models, signal)
}
