import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Audit, CheckName } from '../api/audit.js'
import { visible } from '../parts/FileName.js'
import { score } from '../parts/numbers.js'
import { BatchFindings } from './BatchFindings.js'
import { BatchTraits } from './BatchTraits.js'
import { ComparisonCharts } from './charts/ComparisonCharts.js'
import { PaceChart } from './charts/PaceChart.js'
import { ScoreSpread } from './charts/ScoreSpread.js'
import { isMeasuredByScript, type TrackView } from './tracks.js'
import { checkTitles, scoreLevel, scoreWord } from './words.js'

interface ChecksProps {
  audit: Audit
  tracks: TrackView[]
  onOpen: (index: number) => void
}

export function Checks({ audit, tracks, onOpen }: ChecksProps) {
  const { comparison, quality, pace, scriptAccuracy } = audit.checks
  return (
    <section class="card" aria-labelledby="checks-title">
      <h2 id="checks-title">Checks</h2>
      {comparison && (
        <CheckPart name="comparison" report={comparison}>
          <ComparisonCharts report={comparison} tracks={tracks} onOpen={onOpen} />
        </CheckPart>
      )}
      {quality && (
        <CheckPart name="quality" report={quality}>
          {quality.batchTraits && quality.batchTraits.length > 0 && (
            <BatchTraits traits={quality.batchTraits} />
          )}
          <ScoreSpread
            title="Sound quality of the files"
            scores={quality.tracks.map((track) => track.score)}
          />
        </CheckPart>
      )}
      {pace && (
        <CheckPart name="pace" report={pace}>
          <PaceChart report={pace} onOpen={onOpen} />
        </CheckPart>
      )}
      {scriptAccuracy && (
        <CheckPart name="scriptAccuracy" report={scriptAccuracy}>
          {scriptAccuracy.batchFindings && scriptAccuracy.batchFindings.length > 0 && (
            <BatchFindings findings={scriptAccuracy.batchFindings} tracks={tracks} onOpen={onOpen} />
          )}
          <ScoreSpread
            title="Words as in the script, percent"
            scores={scriptAccuracy.tracks.filter(isMeasuredByScript).map(({ accuracy }) => accuracy)}
          />
        </CheckPart>
      )}
    </section>
  )
}

interface CheckPartProps {
  name: CheckName
  report: { score: number; summary: string }
  children: ComponentChildren
}

/** Drawn when it is opened: a map of 500 files costs time that most readers do not need to spend. */
function CheckPart({ name, report, children }: CheckPartProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="check" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class={`check-score level-${scoreLevel(report.score)}`}>{score(report.score)}</span>
        <span class="check-title">
          <strong>{checkTitles[name]}</strong> <span class="quiet">{scoreWord(report.score)}</span>
        </span>
        <span class="check-summary">
          <bdi>{visible(report.summary)}</bdi>
        </span>
      </summary>
      {isOpen && <div class="check-body">{children}</div>}
    </details>
  )
}
