import { z } from 'zod'
import { count, field, named } from './field.js'

export const batchTrait = named(
  'BatchTrait',
  'What most files of a batch share: the way of the engine or of the pipeline.',
  {
    name: field(z.string(), 'Which trait.', 'tightEnds'),
    files: field(count, 'How many files have it.', 9),
    share: field(z.number().min(0).max(1), 'The same as a share of the files that could.', 0.9),
    summary: field(z.string(), 'What the files do.', '9 of 10 files end at the level of the voice.'),
    advice: field(
      z.string(),
      'What to change in the pipeline: another try at one file gives the same.',
      'Add 50 ms of silence after the last word, or let the engine trim less.',
    ),
  },
)
