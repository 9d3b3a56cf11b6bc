import { FileName, visible } from '../parts/FileName.js'
import { LONGEST_VOICE_NAME } from './cast.js'
import type { PlannedReference } from './planned.js'

interface ReferenceListProps {
  references: PlannedReference[]
  onChange: (references: PlannedReference[]) => void
}

/** Recordings with the name of the voice in each, which can be changed. */
export function ReferenceList({ references, onChange }: ReferenceListProps) {
  if (references.length === 0) return null
  return (
    <ul class="references" aria-label="Reference recordings">
      {references.map((reference, at) => {
        const { file, voice } = reference
        // Two recordings may be of one name, and rows hold no state of their own.
        return (
          <li key={at}>
            <input
              aria-label={`Voice in ${visible(file.name)}`}
              maxLength={LONGEST_VOICE_NAME}
              value={voice}
              onInput={({ currentTarget: { value } }) =>
                onChange(references.map((each) => (each === reference ? { ...each, voice: value } : each)))
              }
            />
            <FileName name={file.name} />
            <button
              type="button"
              class="link"
              onClick={() => onChange(references.filter((each) => each !== reference))}
            >
              Remove<span class="only-read"> the recording {visible(file.name)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
