import { useMemo, useState } from 'preact/hooks'
import { voiceFigures } from '../../../../src/report/voices/cast-rows.js'
import type { Audit, ComparisonReport } from '../../api/audit.js'
import type { TrackView } from '../tracks.js'
import { voicesOf } from '../voices.js'
import { HeatMap } from './HeatMap.js'
import { PairPlayer } from './PairPlayer.js'
import { VoiceTable } from './VoiceTable.js'

interface VoiceMapProps {
  audit: Audit
  report: ComparisonReport
  tracks: TrackView[]
  onVoice: (voice: number) => void
  /** Shows these files in the list, and leads there. */
  onFiles: (files: number[]) => void
  /** Shows two files in the list, and stays here. */
  onPair: (files: number[]) => void
}

/** The voices as they were told apart, each file against each, and two of them to listen to. */
export function VoiceMap({ audit, report, tracks, onVoice, onFiles, onPair }: VoiceMapProps) {
  const [pair, setPair] = useState<[number, number]>(() => firstPair(report))
  const voices = useMemo(
    () => voicesOf(tracks).map((voice) => ({ ...voice, ...voiceFigures(audit, voice.files) })),
    [audit, tracks],
  )
  const order = useMemo(() => groupedOrder(tracks), [tracks])
  return (
    <>
      {voices.length > 0 && (
        <VoiceTable
          label="Voices"
          rows={voices.map((voice) => ({ ...voice, onShow: () => onVoice(voice.number) }))}
        />
      )}
      <div class="charts">
        <HeatMap
          matrix={report.similarityMatrix}
          order={order}
          tracks={tracks}
          pair={pair}
          onPair={(pair) => {
            setPair(pair)
            onPair(inOrder(pair))
          }}
        />
        <PairPlayer
          tracks={tracks}
          pair={pair}
          similarity={report.similarityMatrix[pair[0]]?.[pair[1]]}
          onPair={setPair}
          onShow={() => onFiles(inOrder(pair))}
        />
      </div>
    </>
  )
}

/** A cell on the diagonal is one file. */
function inOrder(pair: [number, number]): number[] {
  return [...new Set(pair)].sort((one, other) => one - other)
}

/** Files of one voice side by side, the commonest voice first; those without one last. */
function groupedOrder(tracks: TrackView[]): number[] {
  const group = ({ comparison }: TrackView) => comparison?.voiceGroup ?? Number.POSITIVE_INFINITY
  return tracks
    .toSorted((one, other) =>
      group(one) === group(other) ? one.index - other.index : group(one) - group(other),
    )
    .map(({ index }) => index)
}

/** The file that stands out most beside the one that does so least. */
function firstPair({ tracks }: ComparisonReport): [number, number] {
  const order = tracks.map(({ similarity }, index) => ({ similarity, index }))
  order.sort((one, other) => one.similarity - other.similarity)
  return [order[0]?.index ?? 0, order.at(-1)?.index ?? 0]
}
