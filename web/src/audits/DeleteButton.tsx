import { useState } from 'preact/hooks'

interface DeleteButtonProps {
  label: string
  /** What it is about, for who does not see where the button stands. */
  of: string
  /** On the second button, which does it. */
  sure: string
  onDelete: () => void
}

/** Asks once more. */
export function DeleteButton({ label, of, sure, onDelete }: DeleteButtonProps) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked)
    return (
      <button type="button" onClick={() => setAsked(true)}>
        {label}
        <span class="only-read"> {of}</span>
      </button>
    )
  return (
    <>
      <button type="button" class="danger" onClick={onDelete}>
        {sure}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        Cancel
      </button>
    </>
  )
}
