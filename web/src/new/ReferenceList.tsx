import { FileName, visible } from '../parts/FileName.js'
import { LONGEST_VOICE_NAME, nameOf } from './cast.js'
import type { PlannedReference } from './planned.js'

interface ReferenceListProps {
  references: PlannedReference[]
  onChange: (references: PlannedReference[]) => void
}

/** Recordings and kept voices with the name of the voice of each, which can be changed. */
export function ReferenceList({ references, onChange }: ReferenceListProps) {
  if (references.length === 0) return null
  return (
    <ul class="references" aria-label="References">
      {references.map((reference, at) => {
        const name = visible(nameOf(reference))
        // Two recordings may be of one name, and rows hold no state of their own.
        return (
          <li key={at}>
            <input
              aria-label={`Voice in ${name}`}
              maxLength={LONGEST_VOICE_NAME}
              value={reference.voice}
              onInput={({ currentTarget: { value } }) =>
                onChange(references.map((each) => (each === reference ? { ...each, voice: value } : each)))
              }
            />
            {'file' in reference ? (
              <FileName name={reference.file.name} />
            ) : (
              <span>
                kept voice <bdi>{name}</bdi>
              </span>
            )}
            <button
              type="button"
              class="link"
              onClick={() => onChange(references.filter((each) => each !== reference))}
            >
              Remove<span class="only-read"> the reference {name}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
