import { useState } from 'preact/hooks'
import { FileButton } from './FileButton.js'
import { chosenFiles, droppedFiles, type GatheredFile } from './gather.js'

export function DropZone({ onFiles }: { onFiles: (files: GatheredFile[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = (files: File[]) => onFiles(chosenFiles(files))
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
        <FileButton label="Choose files" isMany onFiles={take} />
        <FileButton label="Choose a folder" isMany isFolder onFiles={take} />
      </div>
    </section>
  )
}
