// The file that every thread of the pool runs: one set of models, opened when first needed, for all its tasks.
import { workerData } from 'node:worker_threads'
import { OpenModels, type OpenModelsOptions } from '../speech/open-models.js'
import { answerWith } from './calls.js'
import { listenTask } from './listen-task.js'
import { readPiecesTask } from './read-pieces-task.js'
import { workInTheBackground } from './thread-priority.js'
import { transcribeTask } from './transcribe-task.js'

export interface WorkerData extends OpenModelsOptions {
  /** From which length on a file counts as long, in seconds. */
  longFileSec?: number | undefined
}

workInTheBackground()

const { longFileSec, ...options } = workerData as WorkerData
const models = new OpenModels(options)

export default answerWith({
  transcribe: transcribeTask(models, longFileSec),
  listen: listenTask(models, longFileSec),
  readPieces: readPiecesTask(models),
})
