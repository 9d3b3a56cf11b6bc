import { useState } from 'preact/hooks'
import { FileName, visible } from '../parts/FileName.js'
import { counted } from '../parts/numbers.js'
import { KNOWN_VOICES } from './CastSettings.js'
import { LONGEST_VOICE_NAME } from './cast.js'
import type { PlannedFile } from './planned.js'

interface FileTableProps {
  files: PlannedFile[]
  isScripted: boolean
  /** Each file has a voice of its own. */
  hasCast: boolean
  /** Undefined while nothing is being sent. */
  sentBytes: number | undefined
  onChange: (files: PlannedFile[]) => void
}

export function FileTable({ files, isScripted, hasCast, sentBytes, onChange }: FileTableProps) {
  const [editedPath, setEditedPath] = useState<string>()
  const withText = files.filter(({ script }) => script.trim() !== '').length
  const change = (path: string, part: Partial<PlannedFile>) =>
    onChange(files.map((file) => (file.path === path ? { ...file, ...part } : file)))
  let before = 0
  return (
    <section class="card" aria-labelledby="files-title">
      <div class="card-head">
        <h2 id="files-title">
          Files <span class="count">{files.length}</span>
        </h2>
        {isScripted && (
          <span class="quiet">
            {withText === 0 ? 'No scripts' : `${withText} of ${counted(files.length, 'file')} with a script`}
          </span>
        )}
        {sentBytes === undefined && (
          <button type="button" onClick={() => onChange([])}>
            Remove all
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <ul class="file-table" tabIndex={0} aria-label="Files to audit">
        {files.map((planned) => {
          const { path, name, file, script, voice } = planned
          const share = sentBytes === undefined ? undefined : shareSent(sentBytes - before, file.size)
          before += file.size
          return (
            <li key={path}>
              <FileName name={name} />
              <span class="quiet">{megabytes(file.size)}</span>
              {share === undefined ? (
                <span class="actions">
                  {isScripted && (
                    <button
                      type="button"
                      class="link"
                      aria-expanded={editedPath === path}
                      onClick={() => setEditedPath(editedPath === path ? undefined : path)}
                    >
                      {script ? 'Script' : 'Add a script'}
                      <span class="only-read"> for {visible(name)}</span>
                    </button>
                  )}
                  <button
                    type="button"
                    class="link"
                    onClick={() => onChange(files.filter((each) => each !== planned))}
                  >
                    Remove<span class="only-read"> {visible(name)}</span>
                  </button>
                </span>
              ) : (
                <progress max={1} value={share} aria-label={`Upload of ${visible(name)}`} />
              )}
              {hasCast && share === undefined && (
                <label class="voice">
                  Voice<span class="only-read"> of {visible(name)}</span>
                  <input
                    list={KNOWN_VOICES}
                    maxLength={LONGEST_VOICE_NAME}
                    value={voice}
                    onInput={(event) => change(path, { voice: event.currentTarget.value })}
                  />
                </label>
              )}
              {editedPath === path && share === undefined && (
                <label class="script">
                  What the file should say. Directions in [brackets] should not be spoken.
                  <textarea
                    rows={4}
                    value={script}
                    onInput={(event) => change(path, { script: event.currentTarget.value })}
                  />
                </label>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Files are sent one after the other, so what is sent tells how far each is. */
function shareSent(sentBytes: number, size: number): number {
  return size === 0 ? 1 : Math.min(1, Math.max(0, sentBytes / size))
}

function megabytes(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 2 ** 20).toFixed(1)} MB`
}
