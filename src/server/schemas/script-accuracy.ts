import { z } from 'zod'
import { batchFindingKinds } from '../../audit/checks.js'
import {
  checkScore,
  checkSummary,
  count,
  endSec,
  field,
  fileName,
  flagged,
  judged,
  named,
  score,
  speech,
  startSec,
} from './field.js'

export const spokenTag = named('SpokenTag', 'A direction that was spoken aloud.', {
  tag: field(z.string(), 'The tag as written.', '[whispering]'),
  content: field(z.string(), 'What is inside of it.', 'whispering'),
  spokenWord: field(z.string(), 'What was recognised.', 'whispering'),
  timeSec: startSec,
  endSec,
})

export const difference = named('Difference', 'Where a file does not say what its script says.', {
  kind: field(z.enum(['missing', 'added', 'changed']), 'What happened to the words.', 'changed'),
  verdict: field(
    z.enum(['said', 'saidOtherwise', 'missing', 'cut', 'added', 'doubtful']).optional(),
    'What became of the words: said as written after all (the recogniser is to blame), said otherwise, missing, cut off inside the word, added, or doubtful, where a person should listen; absent in audits of older versions.',
    'saidOtherwise',
  ),
  written: field(z.string(), 'As the script has it; empty for what was added.', 'harbour'),
  heard: field(
    z.string(),
    'As it was recognised; empty for what is missing, or was said and could not be made out.',
    'hammer',
  ),
  timeSec: startSec,
  endSec,
  confidence: field(
    z.number().min(0).max(1),
    'How sure it is that the voice made the difference, 0 to 1.',
    0.93,
  ),
  cause: field(
    z.enum(['voice', 'recogniser']),
    'Who is held to have made it; only the mistakes of the voice count against the file.',
    'voice',
  ),
})

export const repetition = named('Repetition', 'Words that were said again.', {
  text: field(z.string(), 'What was said again, as recognised.', 'on the table'),
  times: field(count, 'How often too many.', 1),
  timeSec: startSec,
  endSec,
})

export const spokenTags = named('Tags', 'Tags of the script.', {
  found: field(count, 'Tags in the script.', 2),
  spoken: field(z.array(spokenTag), 'Those that were spoken aloud.', []),
})

export const labelledPart = named('LabelledPart', 'A part of a file that its script gives to a speaker.', {
  label: field(z.string(), 'The name of the speaker, as the script has it.', 'MARA'),
  startSec,
  endSec,
})

export const scriptTrack = named('ScriptTrack', 'What one file says.', {
  file: fileName,
  speech,
  transcript: field(z.string(), 'What was recognised.', 'The harbour lay still.'),
  wordTimesSec: field(
    z.array(z.array(z.number())).optional(),
    'Start and end of each word of the transcript (split at spaces), in seconds; absent in audits of older versions.',
    [
      [0.12, 0.31],
      [0.31, 0.84],
      [0.84, 1.02],
      [1.02, 1.55],
    ],
  ),
  script: field(
    z.string().optional(),
    'What should be said: the script without directions and markup, its words parted by single spaces. Absent without a script, where it was not compared, and in audits of older versions.',
    'The harbour lay still.',
  ),
  scriptTimesSec: field(
    z.array(z.array(z.number()).nullable()).optional(),
    'Start and end of each word of `script`, in seconds; null where it is not said. A word that was recognised otherwise and is held to be said has the time of what was recognised for it. Absent where the script is of something else, and wherever `script` is.',
    [
      [0.12, 0.31],
      [0.31, 0.84],
      [0.84, 1.02],
      [1.02, 1.55],
    ],
  ),
  speakers: field(
    z.array(labelledPart).optional(),
    'Who should speak when, in the order of time, where the script names speakers at the beginning of lines ("MARA: I told you so."); absent otherwise. With comparison, its tracks tell which voice speaks.',
    [
      { label: 'MARA', startSec: 0.12, endSec: 3.4 },
      { label: 'TOM', startSec: 3.9, endSec: 7.02 },
    ],
  ),
  hasScript: field(
    z.boolean().optional(),
    'Whether the file was compared with a script; without one only repetitions and spoken directions are looked for, and `accuracy` is measured against nothing else. Absent in audits of older versions.',
    true,
  ),
  score: field(
    score.optional(),
    'How near the file is to what it should say, 0 to 100: 70 after one word of content that is surely wrong, however long the file. A file is flagged that loses more than 100 x deviationThreshold. Absent in audits of older versions.',
    98.5,
  ),
  accuracy: field(score, 'For reading: 100 x (1 - wordErrorRate), at least 0.', 97.6),
  wordErrorRate: field(
    z.number().min(0),
    'Words that the voice got wrong for each word that it should say.',
    0.024,
  ),
  flagged,
  judged,
  tags: spokenTags,
  differences: field(
    z.array(difference),
    'Missing, added and changed words, by time; also words that were recognised as others that sound the same (`verdict` "said", `confidence` 0).',
    [],
  ),
  doubtful: field(
    count.optional(),
    'Differences of which nobody knows whether the voice made them: a person should listen; absent in audits of older versions.',
    0,
  ),
  repetitions: field(z.array(repetition), 'Words said again, by time.', []),
  truncated: field(
    z.boolean(),
    'Whether the end of the script is not said, or only the beginning of its last word.',
    false,
  ),
  note: field(
    z.string().optional(),
    'What is wrong with the script itself.',
    'The script is what chapter-02.mp3 says.',
  ),
})

export const batchFinding = named(
  'BatchFinding',
  'What is wrong between the files and scripts of a batch: told once, beside what each file tells by itself.',
  {
    kind: field(
      z.enum(batchFindingKinds),
      "Files that say each other's scripts, a script that several files say, one that goes on in the next file, one that no file says, one recording under several names, or files without a script where others have one.",
      'wrongOrder',
    ),
    message: field(
      z.string(),
      'What it is, and what to do about it.',
      "chapter-02.mp3 and chapter-03.mp3 say each other's scripts: swap the two.",
    ),
    files: field(
      z.array(z.string()),
      'All files that it is about, by name; of "wrongOrder" each says the script of the next, else they are in upload order.',
      ['chapter-02.mp3', 'chapter-03.mp3'],
    ),
  },
)

export const scriptReport = named('ScriptAccuracyReport', 'Script accuracy and tags spoken aloud.', {
  score: checkScore,
  summary: checkSummary('1 of 10 files does not say what its script says.'),
  spokenTagCount: field(count, 'Tags spoken aloud in all files together.', 1),
  batchFindings: field(
    z.array(batchFinding).optional(),
    'What is wrong between files and scripts of the batch, the most important first; absent in audits of older versions.',
    [],
  ),
  tracks: field(z.array(scriptTrack), 'One per file, in upload order.', []),
})
