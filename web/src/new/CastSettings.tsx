import { referenceOf, voicesIn, withCast } from './cast.js'
import { FileButton } from './FileButton.js'
import { KeptVoiceChoice } from './KeptVoiceChoice.js'
import type { Plan } from './plan.js'
import type { PlannedFile, ReferenceSource } from './planned.js'
import { ReferenceList } from './ReferenceList.js'

/** Of the list of voices that were named so far, which fields for voices offer. */
export const KNOWN_VOICES = 'known-voices'

interface CastSettingsProps {
  plan: Plan
  files: PlannedFile[]
  onPlan: (change: Partial<Plan>) => void
  onFiles: (files: PlannedFile[]) => void
  /** What could not be used of a file with a cast. */
  onFaults: (faults: string[]) => void
}

/** For batches with several voices, and for voices of which there is a recording. */
export function CastSettings({ plan, files, onPlan, onFiles, onFaults }: CastSettingsProps) {
  const { hasCast, references } = plan
  const add = (sources: ReferenceSource[]) =>
    onPlan({ references: [...references, ...sources.map(referenceOf)] })
  const readCast = async ([from]: File[]) => {
    const read = await withCast(files, from)
    onFiles(read.files)
    onFaults(read.faults)
  }
  return (
    <section class="card" aria-labelledby="cast-title">
      <details class="more-settings" open={hasCast || references.length > 0}>
        <summary id="cast-title">Cast and reference recordings</summary>
        <div class="card-head">
          <label class="choice">
            <input
              type="checkbox"
              checked={hasCast}
              onChange={(event) => onPlan({ hasCast: event.currentTarget.checked })}
            />
            <span>
              The files have several voices{' '}
              <span class="quiet">name the voice of each in the list of files</span>
            </span>
          </label>
          {hasCast && (
            <FileButton label="Read the voices from a file" accept=".json,.csv" onFiles={readCast} />
          )}
        </div>
        <ReferenceList references={references} onChange={(references) => onPlan({ references })} />
        <FileButton
          label="Add a reference recording"
          isMany
          onFiles={(added) => add(added.map((file) => ({ file })))}
        />
        <KeptVoiceChoice onChoice={(keptName) => add([{ keptName }])} />
        <p class="quiet">
          A recording of a voice as it should sound, or several. Files that should have the voice are held
          against it; the recording itself is not audited, and costs as much as one check on a file. Voices
          that you need again can be kept on the page Account, and then cost nothing.
        </p>
        <datalist id={KNOWN_VOICES}>
          {voicesIn(files, references).map((voice) => (
            <option key={voice} value={voice} />
          ))}
        </datalist>
      </details>
    </section>
  )
}
