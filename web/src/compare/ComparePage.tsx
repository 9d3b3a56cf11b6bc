import { useEffect, useState } from 'preact/hooks'
import { type Audit, ownAudit } from '../api/audit.js'
import { Notice } from '../parts/Notice.js'
import { WhenSignedIn } from '../parts/WhenSignedIn.js'
import { Comparison } from './Comparison.js'
import '../styles/report.css'
import '../styles/audits.css'

export function ComparePage() {
  document.title = 'Compare two audits · Audio Audit'
  return <WhenSignedIn title="Before and after">{() => <Loaded />}</WhenSignedIn>
}

function Loaded() {
  const [pair, setPair] = useState<[Audit, Audit]>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    Promise.all([ownAudit(query.get('before') ?? ''), ownAudit(query.get('after') ?? '')]).then(
      setPair,
      (error) => setFault(error.message),
    )
  }, [])
  if (fault)
    return (
      <Notice kind="error" title="The audits could not be loaded.">
        {fault}
      </Notice>
    )
  return pair ? <Comparison before={pair[0]} after={pair[1]} /> : <p class="loading">Loading both audits…</p>
}
