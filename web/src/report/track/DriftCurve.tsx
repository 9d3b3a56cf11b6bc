import { trendLabel, trendText, type VoicePoint } from '../../../../src/report/voices/trends.js'
import type { TrackView } from '../tracks.js'
import { type Shared, TimePicture } from './TimePicture.js'
import { checkOf, curveText } from './trend-words.js'
import { stretchIn } from './view.js'

/** How the voice goes along the file, and under it the stretch of whatever changes slowly; the list below says it in words. */
export function DriftCurve({ track, ...shared }: Shared & { track: TrackView }) {
  const { view } = shared.zooming
  const { voiceCurve: curve, trends } = track
  if (view.endSec <= view.startSec) return null
  return (
    <TimePicture
      {...shared}
      name="lane drift"
      testId="drift"
      playheadTestId="drift-playhead"
      valueAt={(timeSec) => valueText(curve, timeSec)}
    >
      {curve.length > 1 && (
        <div class="drift-curve">
          <svg
            viewBox={`${view.startSec} 0 ${view.endSec - view.startSec} 1`}
            preserveAspectRatio="none"
            role="img"
            aria-label={curveText(curve)}
          >
            {trends.map(({ startSec, endSec }, at) => (
              <rect key={at} x={startSec} width={Math.max(0, endSec - startSec)} y="0" height="1" />
            ))}
            <polyline
              points={curve.map(({ atSec, similarity }) => `${atSec},${1 - similarity}`).join(' ')}
              vector-effect="non-scaling-stroke"
            />
          </svg>
          <span class="drift-scale" aria-hidden="true">
            Like its beginning, 0 to 1
          </span>
        </div>
      )}
      {trends.map((trend, at) => (
        <div key={at} class={`drift-row check-${checkOf(trend)}`} aria-hidden="true">
          <span
            class="stretch"
            title={trendText(trend)}
            style={stretchIn(view, trend)}
            onPointerDown={(event) => {
              event.stopPropagation()
              shared.playback.playAt(trend.startSec)
            }}
          >
            {trendLabel(trend)}
          </span>
        </div>
      ))}
    </TimePicture>
  )
}

/** What was measured nearest to the time. */
function valueText(curve: VoicePoint[], timeSec: number): string {
  const far = ({ atSec }: VoicePoint) => Math.abs(atSec - timeSec)
  const nearest = curve.reduce<VoicePoint | null>(
    (best, point) => (best === null || far(point) < far(best) ? point : best),
    null,
  )
  return nearest ? `, ${nearest.similarity.toFixed(2)}` : ''
}
