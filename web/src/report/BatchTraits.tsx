import type { QualityReport } from '../api/audit.js'
import { visible } from '../parts/FileName.js'

interface BatchTraitsProps {
  traits: NonNullable<QualityReport['batchTraits']>
}

/** What most files share, and what to do about it in the pipeline: told once instead of with every file. */
export function BatchTraits({ traits }: BatchTraitsProps) {
  return (
    <dl class="batch-traits">
      {traits.map(({ name, summary, advice }) => (
        <div key={name}>
          <dt>{visible(summary)}</dt>
          <dd>{visible(advice)}</dd>
        </div>
      ))}
    </dl>
  )
}
