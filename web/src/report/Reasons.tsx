import type { Reason } from '../api/audit.js'
import { visible } from '../parts/FileName.js'
import { sentence } from '../parts/sentence.js'
import { checkTitles } from './words.js'

export function Reasons({ reasons }: { reasons: Reason[] }) {
  return (
    <ul class="reasons">
      {reasons.map(({ check, message }, index) => (
        <li key={index}>
          <span class={`chip check-${check}`}>{checkTitles[check]}</span>{' '}
          <bdi>{sentence(visible(message))}</bdi>
        </li>
      ))}
    </ul>
  )
}
