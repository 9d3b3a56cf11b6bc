import type { ComparisonReport } from '../../api/audit.js'
import { visible } from '../../parts/FileName.js'
import { counted, decibels } from '../../parts/numbers.js'

const WIDTH = 640
const HEIGHT = 92
const MARGIN = 24
const AXIS_Y = 62
/** A strip as wide as this at least: half a decibel must not look like a gulf. */
const LEAST_SPAN_DB = 6

interface LoudnessStripProps {
  report: ComparisonReport
  onOpen: (index: number) => void
}

/** Every file as a stroke at its loudness. */
export function LoudnessStrip({ report, onOpen }: LoudnessStripProps) {
  const { medianDb, spreadDb, outliers } = report.volumeConsistency
  const files = report.tracks.flatMap(({ file, loudnessDb }, index) =>
    loudnessDb == null ? [] : [{ file, loudnessDb, index }],
  )
  if (files.length === 0) {
    return <p class="quiet">The loudness of the single files is not known.</p>
  }
  const loud = files.map(({ loudnessDb }) => loudnessDb)
  const [low, high] = widened(Math.min(...loud), Math.max(...loud))
  const x = (db: number) => MARGIN + ((WIDTH - 2 * MARGIN) * (db - low)) / (high - low)
  const isOutlier = new Set(outliers.map(({ file }) => file))
  return (
    <figure class="strip">
      <figcaption>
        Loudness: median {decibels(medianDb, 'LUFS')}, {decibels(spreadDb)} from the quietest to the loudest
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Loudness of ${counted(files.length, 'file')}; ${counted(outliers.length, 'file')} out of line.`}
      >
        <line class="axis" x1={MARGIN} x2={WIDTH - MARGIN} y1={AXIS_Y} y2={AXIS_Y} />
        <line class="median" x1={x(medianDb)} x2={x(medianDb)} y1="8" y2={AXIS_Y} />
        {[low, (low + high) / 2, high].map((db) => (
          <text key={db} x={x(db)} y={HEIGHT - 10} text-anchor="middle">
            {decibels(db, '')}
          </text>
        ))}
        {files.map(({ file, loudnessDb, index }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the list of tracks opens the same
          <line
            key={index}
            class={isOutlier.has(file) ? 'stroke is-bad' : 'stroke'}
            x1={x(loudnessDb)}
            x2={x(loudnessDb)}
            y1="22"
            y2={AXIS_Y}
            onClick={() => onOpen(index)}
          >
            <title>{`${visible(file)}: ${decibels(loudnessDb, 'LUFS')}`}</title>
          </line>
        ))}
      </svg>
      {outliers.length > 0 && (
        <ul class="outliers">
          {outliers.map(({ file, db, deviationDb }) => (
            <li key={file}>
              <bdi>{visible(file)}</bdi>: {decibels(db, 'LUFS')}, {decibels(Math.abs(deviationDb))}{' '}
              {deviationDb > 0 ? 'louder' : 'quieter'} than{' '}
              {report.tracks.length === 2 ? 'the other' : 'the median'}
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

function widened(low: number, high: number): [number, number] {
  const more = Math.max(1, (LEAST_SPAN_DB - (high - low)) / 2)
  return [low - more, high + more]
}
