// npm run golden: records anew what the checks find in the golden files, and prints what has changed.
import { differencesOf } from '../lab/golden/differences.js'
import { goldenFindings } from '../lab/golden/findings.js'
import { readRecord, writeRecord } from '../lab/golden/record.js'
import { OpenModels } from '../src/speech/open-models.js'

const found = await goldenFindings(new OpenModels())
try {
  for (const [name, lines] of differencesOf(readRecord(), found))
    console.log(`${name}\n  ${lines.join('\n  ')}`)
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
writeRecord(found)
