import { verdictOf } from '../../../src/report/verdict.js'
import type { Audit } from '../api/audit.js'
import { visible } from '../parts/FileName.js'
import { counted, dateTime, duration, score } from '../parts/numbers.js'
import { ScoreRing } from './charts/ScoreRing.js'
import type { TrackView } from './tracks.js'
import { scoreWord } from './words.js'

/** What is to be done, before all else. */
export function Headline({ audit, tracks }: { audit: Audit; tracks: TrackView[] }) {
  const { name, fileCount, regenCount, batchAlarms = [], creditsUsed, timing, createdAt } = audit
  const undecided = tracks.filter(({ isUndecided }) => isUndecided).length
  return (
    <header class="headline">
      <ScoreRing score={audit.score} />
      <div>
        {name !== undefined && (
          <p class="audit-name">
            <bdi>{visible(name)}</bdi>
          </p>
        )}
        <h1>{verdictOf({ fileCount, regenCount, alarmCount: batchAlarms.length })}</h1>
        <p class="quiet">
          {scoreWord(audit.score)}: {score(audit.score)} of 100, the mean of the checks
        </p>
        <dl class="facts">
          <Fact name="Passed" value={String(fileCount - regenCount - undecided)} />
          <Fact name="To regenerate" value={String(regenCount)} />
          {undecided > 0 && <Fact name="Not judged" value={String(undecided)} />}
          {/* On the command line an audit costs nothing. */}
          {creditsUsed !== undefined && <Fact name="Cost" value={counted(creditsUsed, 'credit')} />}
          <Fact name="Took" value={duration(timing.total)} />
          <Fact name="Date" value={dateTime(createdAt)} />
        </dl>
      </div>
    </header>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
