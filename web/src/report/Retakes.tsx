import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import type { Audit } from '../api/audit.js'
import { Notice } from '../parts/Notice.js'

interface RetakesProps {
  audit: Audit
  wanted: string[]
}

/** The way to the next audit of the same batch; what it takes is loaded when somebody goes there. */
export function Retakes({ audit, wanted }: RetakesProps) {
  const [Card, setCard] = useState<ComponentType<RetakesProps> | null>(null)
  const [isBroken, setBroken] = useState(false)
  const open = () =>
    import('../retake/RetakeCard.js').then(
      ({ RetakeCard }) => setCard(() => RetakeCard),
      () => setBroken(true),
    )
  if (Card) return <Card audit={audit} wanted={wanted} />
  return (
    <section class="card retakes" aria-labelledby="retakes-title">
      <div class="card-head">
        <div>
          <h2 id="retakes-title">Regenerated the files?</h2>
          <p class="quiet">Add only the new ones: the batch is judged again, and you see what is fixed.</p>
        </div>
        <button type="button" class="primary" onClick={open}>
          Check the retakes
        </button>
      </div>
      {isBroken && (
        <Notice kind="error" title="This part could not be loaded.">
          Check your connection and try again.
        </Notice>
      )}
    </section>
  )
}
