// Makes models/voice-model.json from the corpus: `npx tsx scripts/train-voice-model.ts`. Prints are kept in .cache/voice-clips;
// without them it takes more than an hour of one core, with them minutes (--kept-only makes no new ones). The same corpus
// gives the same file.
import { writeFileSync } from 'node:fs'
import { loadCorpus } from '../lab/corpus.js'
import { embedCorpus, isTrainedWith, loadClips } from '../lab/voice-model/embed-corpus.js'
import { heldOutCalibrations, heldOutModels, trainViews } from '../lab/voice-model/held-out.js'
import { DIMS } from '../lab/voice-model/train.js'
import type { StoredVoiceJudge } from '../src/checks/comparison/voice-judge.js'
import { packModel } from '../src/checks/comparison/voice-model.js'
import { views } from '../src/checks/comparison/voice-views.js'

if (!process.argv.includes('--kept-only')) await embedCorpus(loadCorpus())
const clips = loadClips().filter(isTrainedWith)
const voices = new Set(clips.map(({ voice }) => voice)).size
const files = new Set(clips.map(({ file }) => file)).size
const heldOut = heldOutModels(clips, (set) => console.log(`training without ${set}`))
const models = trainViews(clips)
const judge: StoredVoiceJudge = {
  about: `${Object.values(DIMS).join(', ')} directions of ${views.join(', ')}, from ${voices} voices, ${files} files, ${clips.length} prints`,
  models: Object.fromEntries(
    views.map((view) => [view, packModel(models[view])]),
  ) as StoredVoiceJudge['models'],
  calibrations: heldOutCalibrations(heldOut),
}
const text = `${JSON.stringify(judge, null, 2)}\n`
writeFileSync(new URL('../models/voice-model.json', import.meta.url), text)
console.log(judge.about)
console.log(judge.calibrations)
for (const set of [...new Set(clips.map((clip) => clip.set))].sort()) {
  const own = clips.filter((clip) => clip.set === set)
  console.log(`  ${set}: ${new Set(own.map(({ voice }) => voice)).size} voices, ${own.length} prints`)
}
console.log(`models/voice-model.json: ${Math.round(text.length / 1000)} kB`)
