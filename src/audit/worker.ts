// The file that every thread of the pool runs: one set of models, opened when first needed, for all its tasks.
import { workerData } from 'node:worker_threads'
import { Ear, type EarOptions } from '../speech/ear.js'
import { answerWith } from './calls.js'
import { listenTask } from './listen-task.js'
import { transcribeTask } from './transcribe-task.js'

const ear = new Ear(workerData as EarOptions)

export default answerWith({ transcribe: transcribeTask(ear), listen: listenTask(ear) })
