import { useState } from 'preact/hooks'
import type { ComparisonReport } from '../../api/audit.js'
import { isVoiceJudged, type TrackView } from '../tracks.js'
import { HeatMap } from './HeatMap.js'
import { LoudnessStrip } from './LoudnessStrip.js'
import { PairPlayer } from './PairPlayer.js'
import { ScoreSpread } from './ScoreSpread.js'

interface ComparisonChartsProps {
  report: ComparisonReport
  tracks: TrackView[]
  onOpen: (index: number) => void
}

export function ComparisonCharts({ report, tracks, onOpen }: ComparisonChartsProps) {
  const [pair, setPair] = useState<[number, number]>(() => firstPair(report))
  return (
    <>
      <div class="charts">
        <HeatMap matrix={report.similarityMatrix} tracks={tracks} pair={pair} onPair={setPair} />
        <PairPlayer
          tracks={tracks}
          pair={pair}
          similarity={report.similarityMatrix[pair[0]]?.[pair[1]]}
          onPair={setPair}
        />
      </div>
      <LoudnessStrip report={report} onOpen={onOpen} />
      <ScoreSpread
        title="Likeness of the files to the batch, percent"
        scores={report.tracks.filter(isVoiceJudged).map(({ similarity }) => 100 * similarity)}
      />
    </>
  )
}

/** The file that stands out most beside the one that does so least. */
function firstPair({ tracks }: ComparisonReport): [number, number] {
  const order = tracks.map(({ similarity }, index) => ({ similarity, index }))
  order.sort((one, other) => one.similarity - other.similarity)
  return [order[0]?.index ?? 0, order.at(-1)?.index ?? 0]
}
