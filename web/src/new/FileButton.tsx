interface FileButtonProps {
  label: string
  isMany?: boolean
  /** All that lies in a folder, in place of files. */
  isFolder?: boolean
  /** As the browser filters by: ".json,.csv". */
  accept?: string
  onFiles: (files: File[]) => void
}

/** A button that opens the browser's dialog for files. */
export function FileButton({ label, isMany = false, isFolder = false, accept, onFiles }: FileButtonProps) {
  return (
    <label class="button file-button">
      {label}
      <input
        type="file"
        multiple={isMany}
        {...(isFolder && { webkitdirectory: true })}
        {...(accept !== undefined && { accept })}
        onChange={({ currentTarget }) => {
          onFiles([...currentTarget.files!])
          // The same file may be chosen again after it was removed.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
