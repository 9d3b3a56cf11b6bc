import { useState } from 'preact/hooks'

/** As the service takes it; see src/server/schemas/audit-list.ts. */
const MOST_NAME_CHARS = 120

interface NameEditorProps {
  name: string
  of: string
  onName: (name: string) => void
}

export function NameEditor({ name, of, onName }: NameEditorProps) {
  const [text, setText] = useState<string>()
  if (text === undefined)
    return (
      <button type="button" onClick={() => setText(name)}>
        {name ? 'Rename' : 'Name'}
        <span class="only-read"> {of}</span>
      </button>
    )
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault()
        onName(text.trim())
        setText(undefined)
      }}
    >
      <label>
        <span class="only-read">Name of {of}</span>
        <input
          maxLength={MOST_NAME_CHARS}
          value={text}
          ref={(input) => input?.focus()}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit">Save</button>
      <button type="button" onClick={() => setText(undefined)}>
        Cancel
      </button>
    </form>
  )
}
