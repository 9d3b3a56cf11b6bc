import { useEffect, useState } from 'preact/hooks'
import { type Audit, ownAudit } from '../api/audit.js'
import { Notice } from '../parts/Notice.js'
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
    <Notice kind="info" title="Choose two audits to compare.">
      <p>
        Audit a batch, regenerate the files that were flagged, and audit it again. Then tick both audits in
        your list: this page shows what is fixed, what is still to regenerate, and what is new.
      </p>
      <a class="button primary" href={address('audits')}>
        Go to your audits
      </a>
    </Notice>
  )
}

function Pair({ before, after }: { before: string; after: string }) {
  const [pair, setPair] = useState<[Audit, Audit]>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    Promise.all([ownAudit(before), ownAudit(after)]).then(setPair, (error) => setFault(error.message))
  }, [before, after])
  if (fault)
    return (
      <Notice kind="error" title="The audits could not be loaded.">
        {fault}
      </Notice>
    )
  return pair ? <Comparison before={pair[0]} after={pair[1]} /> : <p class="loading">Loading both audits…</p>
}
