import { useState } from 'preact/hooks'
import { chosenFiles, droppedFiles, type GatheredFile } from './gather.js'

export function DropZone({ onFiles }: { onFiles: (files: GatheredFile[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement
    onFiles(chosenFiles(input.files!))
    // The same file may be chosen again after it was removed.
    input.value = ''
  }
  return (
    <section
      class={isOver ? 'card drop is-over' : 'card drop'}
      aria-label="Files"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={async (event) => {
        event.preventDefault()
        setOver(false)
        onFiles(await droppedFiles(event.dataTransfer!))
      }}
    >
      <p>
        <strong>Drop audio files or a folder here</strong>
      </p>
      <p class="quiet">
        mp3, wav, flac, ogg, m4a, aac, wma, opus. Scripts are optional: a .txt next to each file, one .json or
        .csv for all, or typed in below.
      </p>
      <div class="actions">
        <label class="button">
          Choose files
          <input type="file" multiple onChange={take} />
        </label>
        <label class="button">
          Choose a folder
          <input type="file" multiple {...{ webkitdirectory: true }} onChange={take} />
        </label>
      </div>
    </section>
  )
}
