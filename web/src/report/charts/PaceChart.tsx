import type { PaceReport } from '../../api/audit.js'
import { visible } from '../../parts/FileName.js'
import { counted, quantile } from '../../parts/numbers.js'

const WIDTH = 640
const HEIGHT = 220
const LEFT = 48
const MARGIN = 14

interface PaceChartProps {
  report: PaceReport
  onOpen: (index: number) => void
}

/** Words a minute of every file in upload order, over the band in which the middle half of the batch lies. */
export function PaceChart({ report, onOpen }: PaceChartProps) {
  const files = report.tracks.flatMap((track, index) =>
    track.wordsPerMinute === null ? [] : [{ ...track, pace: track.wordsPerMinute, index }],
  )
  const middle = report.medianWordsPerMinute
  if (files.length === 0 || middle === null) return <p class="quiet">Nothing is said in any file.</p>
  const paces = files.map(({ pace }) => pace)
  const [lower, upper] = [quantile(paces, 0.25)!, quantile(paces, 0.75)!]
  const low = Math.min(...paces, 0.8 * middle)
  const high = Math.max(...paces, 1.2 * middle)
  const y = (pace: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (pace - low)) / (high - low)
  const x = (index: number) => LEFT + ((WIDTH - LEFT - MARGIN) * (index + 0.5)) / report.tracks.length
  const wordless = report.tracks.length - files.length
  return (
    <figure class="pace-chart">
      <figcaption>
        Words a minute, in upload order; the line is the median of {Math.round(middle)}, the band holds the
        middle half of the files
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Pace of ${counted(files.length, 'file')}: from ${Math.round(Math.min(...paces))} to ${Math.round(Math.max(...paces))} words a minute, median ${Math.round(middle)}.`}
      >
        <rect
          class="band"
          x={LEFT}
          width={WIDTH - LEFT - MARGIN}
          y={y(upper)}
          height={Math.max(2, y(lower) - y(upper))}
        />
        <line class="median" x1={LEFT} x2={WIDTH - MARGIN} y1={y(middle)} y2={y(middle)} />
        {[low, middle, high].map((pace) => (
          <text key={pace} x={LEFT - 8} y={y(pace)} dy="0.35em" text-anchor="end">
            {Math.round(pace)}
          </text>
        ))}
        {files.map(({ file, pace, index, flagged }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the list of tracks opens the same
          <circle
            key={index}
            class={flagged ? 'dot is-bad' : 'dot'}
            cx={x(index)}
            cy={y(pace)}
            r={flagged ? 5 : 3.5}
            onClick={() => onOpen(index)}
          >
            <title>{`${visible(file)}: ${Math.round(pace)} words a minute`}</title>
          </circle>
        ))}
      </svg>
      {wordless > 0 && (
        <p class="quiet">
          {counted(wordless, 'file')} {wordless === 1 ? 'is' : 'are'} not shown: nothing is said there.
        </p>
      )}
    </figure>
  )
}
