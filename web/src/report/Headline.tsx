import type { Audit } from '../api/audit.js'
import { counted, dateTime, duration, score } from '../parts/numbers.js'
import { ScoreRing } from './charts/ScoreRing.js'
import { checkTitles, scoreWord } from './words.js'

export function Headline({ audit }: { audit: Audit }) {
  const { fileCount, regenCount, creditsUsed, timing, createdAt, selectedAnalyses } = audit
  return (
    <header class="headline">
      <ScoreRing score={audit.score} />
      <div>
        <h1>
          {scoreWord(audit.score)}
          <span class="quiet"> · {score(audit.score)} of 100</span>
        </h1>
        <p class="summary">
          {regenCount === 0
            ? fileCount === 1
              ? 'The file passed every check.'
              : `All ${fileCount} files passed every check.`
            : `${regenCount} of ${counted(fileCount, 'file')} should be regenerated.`}
        </p>
        <dl class="facts">
          <Fact name="Passed" value={String(fileCount - regenCount)} />
          <Fact name="Flagged" value={String(regenCount)} />
          <Fact name="Cost" value={counted(creditsUsed, 'credit')} />
          <Fact name="Took" value={duration(timing.total)} />
          <Fact name="Date" value={dateTime(createdAt)} />
          <Fact name="Checks" value={selectedAnalyses.map((name) => checkTitles[name]).join(', ')} />
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
