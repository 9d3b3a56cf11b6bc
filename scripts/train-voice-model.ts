// Makes models/voice-model.json from the corpus: `npx tsx scripts/train-voice-model.ts`. Prints are kept in .cache/voice-clips;
// without them it takes about half an hour of one core, with them seconds. The same corpus gives the same file.
import { writeFileSync } from 'node:fs'
import { loadCorpus } from '../eval/corpus.js'
import { packModel } from '../src/checks/comparison/voice-model.js'
import { embedCorpus, loadClips } from './voice-model/embed-corpus.js'
import { heldOutCalibration, heldOutModels } from './voice-model/held-out.js'
import { DIMS, train } from './voice-model/train.js'

if (!process.argv.includes('--kept-only')) await embedCorpus(loadCorpus())
const clips = loadClips()
const voices = new Set(clips.map(({ voice }) => voice)).size
const files = new Set(clips.map(({ file }) => file)).size
const calibration = heldOutCalibration(heldOutModels(clips))
const model = { ...train(clips), calibration }
const about = `${DIMS} directions from ${voices} voices, ${files} files, ${clips.length} prints`
const stored = `${JSON.stringify(packModel(model, about), null, 2)}\n`
writeFileSync(new URL('../models/voice-model.json', import.meta.url), stored)
console.log(about)
for (const set of [...new Set(clips.map((clip) => clip.set))].sort()) {
  const own = clips.filter((clip) => clip.set === set)
  console.log(`  ${set}: ${new Set(own.map(({ voice }) => voice)).size} voices, ${own.length} prints`)
}
console.log(`calibration: ${JSON.stringify(calibration)}`)
console.log(`models/voice-model.json: ${Math.round(stored.length / 1000)} kB`)
