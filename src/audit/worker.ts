// The file that every thread of the pool runs: one set of models, opened when first needed, for all its tasks.
import { workerData } from 'node:worker_threads'
import { Ear, type EarOptions } from '../speech/ear.js'
import { answerWith } from './calls.js'
import { hearTask } from './hear-task.js'
import { listenTask } from './listen-task.js'

const ear = new Ear(workerData as EarOptions)

export default answerWith({ hear: hearTask(ear), listen: listenTask(ear) })
