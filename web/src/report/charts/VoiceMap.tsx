import { useState } from 'preact/hooks'
import type { ComparisonReport } from '../../api/audit.js'
import type { TrackView } from '../tracks.js'
import { HeatMap } from './HeatMap.js'
import { PairPlayer } from './PairPlayer.js'

interface VoiceMapProps {
  report: ComparisonReport
  tracks: TrackView[]
}

/** Each voice against each, and two of them to listen to. */
export function VoiceMap({ report, tracks }: VoiceMapProps) {
  const [pair, setPair] = useState<[number, number]>(() => firstPair(report))
  return (
    <div class="charts">
      <HeatMap matrix={report.similarityMatrix} tracks={tracks} pair={pair} onPair={setPair} />
      <PairPlayer
        tracks={tracks}
        pair={pair}
        similarity={report.similarityMatrix[pair[0]]?.[pair[1]]}
        onPair={setPair}
      />
    </div>
  )
}

/** The file that stands out most beside the one that does so least. */
function firstPair({ tracks }: ComparisonReport): [number, number] {
  const order = tracks.map(({ similarity }, index) => ({ similarity, index }))
  order.sort((one, other) => one.similarity - other.similarity)
  return [order[0]?.index ?? 0, order.at(-1)?.index ?? 0]
}
