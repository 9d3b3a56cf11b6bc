import { useState } from 'preact/hooks'
import type { GatheredFile } from './gather.js'

/** The first look: an audit without files of one's own. */
export function TrySamples({ onFiles }: { onFiles: (files: GatheredFile[]) => void }) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const load = async () => {
    setBusy(true)
    setFault('')
    try {
      const { sampleFiles } = await import('./samples.js')
      onFiles(await sampleFiles())
    } catch (error) {
      setFault((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <p class="try-samples">
      No files at hand?{' '}
      <button type="button" class="link" disabled={isBusy} onClick={load}>
        Try it with sample audio
      </button>
      <span class="quiet">
        {' '}
        Ten audiobook files with scripts, seven of them with faults. They cost the same as your own files: 40
        credits with all checks.
      </span>
      {fault && <span role="alert"> {fault}</span>}
    </p>
  )
}
