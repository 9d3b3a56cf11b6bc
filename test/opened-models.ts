import { OpenModels } from '../src/speech/open-models.js'

/** Of all files that share a process: opening them takes two seconds. */
export const models = new OpenModels()
