// What the operations on kept voices take and give.
import { z } from 'zod'
import { exampleTime, field, named, time } from './field.js'

/** As many as the files of one audit. */
export const MOST_KEPT_VOICES = 500

const name = field(z.string(), 'What the voice is called, in referenceVoices as well.', 'narrator-2026')

export const voicePath = z.object({ name })

export const voiceForm = z
  .object({
    files: z.array(z.string().meta({ format: 'binary' })).meta({
      description:
        'One recording of the voice, in a part named "files", under the limits of files of an audit. It needs 0.8 s of speech, and 10 s are plenty.',
    }),
  })
  .meta({ id: 'VoiceForm' })

export const keptVoice = named('KeptVoice', 'A voice that files can be held against.', {
  name,
  speechSec: field(z.number(), 'Seconds of speech that it was made of.', 9.8),
  outdated: field(
    z.boolean(),
    'Whether another version of the voice model made it: then put a recording again before it is named in an audit.',
    false,
  ),
  createdAt: field(time, 'When it was put.', exampleTime),
})
export type KeptVoiceBody = z.infer<typeof keptVoice>

export const keptVoiceList = named('KeptVoiceList', 'The voices that the account keeps.', {
  voices: field(z.array(keptVoice), 'The oldest first.', []),
})
