import { useEffect, useState } from 'preact/hooks'
import { type Audit, ownAudit } from '../api/audit.js'
import { EmptyState } from '../parts/EmptyState.js'
import { LoadFailed } from '../parts/LoadFailed.js'
import { WhenSignedIn } from '../parts/WhenSignedIn.js'
import { address } from '../settings.js'
import { Comparison } from './Comparison.js'
import '../styles/report.css'
import '../styles/audits.css'

export function ComparePage() {
  document.title = 'Compare two audits · Audio Audit'
  return <WhenSignedIn title="Before and after">{() => <Loaded />}</WhenSignedIn>
}

function Loaded() {
  const query = new URLSearchParams(location.search)
  const [before, after] = [query.get('before'), query.get('after')]
  return before && after ? <Pair before={before} after={after} /> : <HowToCompare />
}

function HowToCompare() {
  return (
    <EmptyState
      picture="quiet"
      title="Choose two audits to compare"
      level={2}
      actions={
        <a class="button primary" href={address('audits')}>
          Go to your audits
        </a>
      }
    >
      Audit a batch, regenerate the files that were flagged, and audit it again. Then tick both audits in your
      list: this page shows what is fixed, what is still to regenerate, and what is newly flagged.
    </EmptyState>
  )
}

function Pair({ before, after }: { before: string; after: string }) {
  const [pair, setPair] = useState<[Audit, Audit]>()
  const [fault, setFault] = useState<Error>()
  const load = () => {
    setFault(undefined)
    Promise.all([ownAudit(before), ownAudit(after)]).then(setPair, setFault)
  }
  useEffect(load, [before, after])
  if (fault)
    return <LoadFailed title="The audits could not be loaded" error={fault} level={2} onAgain={load} />
  return pair ? <Comparison before={pair[0]} after={pair[1]} /> : <p class="loading">Loading both audits…</p>
}
