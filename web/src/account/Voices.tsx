import { useCallback, useEffect, useState } from 'preact/hooks'
import { deleteVoice, type KeptVoice, keepVoice, keptVoices } from '../api/voices.js'
import { LONGEST_VOICE_NAME } from '../new/cast.js'
import { visible } from '../parts/FileName.js'
import { dateTime, duration } from '../parts/numbers.js'

interface VoicesProps {
  /** Keeping one has cost a credit. */
  onPaid: () => void
}

/** Voices that files of any audit can be held against. */
export function Voices({ onPaid }: VoicesProps) {
  const [voices, setVoices] = useState<KeptVoice[]>([])
  const [name, setName] = useState('')
  const [recording, setRecording] = useState<File>()
  const [isKeeping, setKeeping] = useState(false)
  const [news, setNews] = useState('')
  const [asked, setAsked] = useState<string>()
  const refresh = useCallback(async () => {
    try {
      setVoices(await keptVoices())
    } catch (error) {
      setNews((error as Error).message)
    }
  }, [])
  useEffect(() => {
    refresh()
  }, [refresh])
  const keep = async (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    setKeeping(true)
    try {
      await keepVoice(name.trim(), recording!)
      setNews('The voice is kept.')
      form.reset()
      setName('')
      setRecording(undefined)
      await refresh()
      onPaid()
    } catch (error) {
      setNews((error as Error).message)
    }
    setKeeping(false)
  }
  const remove = async (voice: string) => {
    try {
      await deleteVoice(voice)
      setNews('The voice is deleted.')
      await refresh()
    } catch (error) {
      setNews((error as Error).message)
    }
    setAsked(undefined)
  }
  return (
    <section class="card" aria-labelledby="voices-title">
      <h2 id="voices-title">Voices</h2>
      <p class="quiet">
        Reference voices for new audits. Only what a voice is compared by is kept, not its sound.
      </p>
      {voices.length > 0 && (
        <ul class="keys" aria-label="Kept voices">
          {voices.map((voice) => (
            <li key={voice.name}>
              <span>
                <bdi>{visible(voice.name)}</bdi>
                {voice.outdated && <span class="chip">outdated: keep a recording of it again</span>}
                <br />
                <span class="quiet">
                  {duration(voice.speechSec)} of speech, kept since {dateTime(voice.createdAt)}
                </span>
              </span>
              {asked === voice.name ? (
                <span class="actions">
                  <button type="button" class="danger" onClick={() => remove(voice.name)}>
                    Delete permanently
                  </button>
                  <button type="button" onClick={() => setAsked(undefined)}>
                    Cancel
                  </button>
                </span>
              ) : (
                <button type="button" onClick={() => setAsked(voice.name)}>
                  Delete<span class="only-read"> the voice {visible(voice.name)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <form class="new-key" onSubmit={keep}>
        <label>
          Name of a voice
          <input
            required
            maxLength={LONGEST_VOICE_NAME}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label>
          Recording of it
          <input
            type="file"
            required
            onChange={({ currentTarget }) => setRecording(currentTarget.files?.[0])}
          />
        </label>
        <button type="submit" disabled={isKeeping || name.trim() === '' || !recording}>
          Keep the voice (1 credit)
        </button>
      </form>
      <p class="announcement" role="status">
        {news}
      </p>
    </section>
  )
}
