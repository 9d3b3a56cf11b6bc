import { useEffect, useState } from 'preact/hooks'
import { type KeptVoice, keptVoices } from '../api/voices.js'
import { visible } from '../parts/FileName.js'

interface KeptVoiceChoiceProps {
  onChoice: (name: string) => void
}

/** The voices that the account keeps, to choose one as a reference; nothing where there are none, or the session may not know. */
export function KeptVoiceChoice({ onChoice }: KeptVoiceChoiceProps) {
  const [voices, setVoices] = useState<KeptVoice[]>([])
  useEffect(() => {
    keptVoices().then(setVoices, () => {})
  }, [])
  if (voices.length === 0) return null
  return (
    <label class="kept-voices">
      Add a voice that you keep
      <select
        value=""
        onChange={({ currentTarget }) => {
          onChoice(currentTarget.value)
          // The same may be chosen again after it was removed.
          currentTarget.value = ''
        }}
      >
        <option value="">Choose a voice</option>
        {voices.map(({ name, outdated }) => (
          <option key={name} value={name} disabled={outdated}>
            {visible(name)}
            {outdated && ' (outdated: keep a recording of it again)'}
          </option>
        ))}
      </select>
    </label>
  )
}
