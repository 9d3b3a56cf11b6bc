// The file that every thread of the pool runs: one set of models, opened when first needed, for all its tasks.
import { workerData } from 'node:worker_threads'
import { OpenModels, type OpenModelsOptions } from '../speech/open-models.js'
import { answerWith } from './calls.js'
import { listenTask } from './listen-task.js'
import { workInTheBackground } from './thread-priority.js'
import { transcribeTask } from './transcribe-task.js'

workInTheBackground()

const models = new OpenModels(workerData as OpenModelsOptions)

export default answerWith({ transcribe: transcribeTask(models), listen: listenTask(models) })
