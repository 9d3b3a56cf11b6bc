import { decibels, percent, score, signedPercent } from '../../parts/numbers.js'
import { RangeBar } from '../charts/RangeBar.js'
import { isMeasuredByScript, isVoiceJudged, type TrackView } from '../tracks.js'
import type { BatchRange } from './batch-range.js'

/** What was measured; what was not is left out, and what could not be told says so. */
export function Measures({ track, range }: { track: TrackView; range: BatchRange }) {
  const { comparison, quality, pace, script } = track
  return (
    <>
      <h4>Measures</h4>
      {comparison?.loudnessDb != null && range.loudnessDb && (
        <RangeBar
          name="Loudness"
          value={comparison.loudnessDb}
          span={range.loudnessDb}
          format={(db) => decibels(db, 'LUFS')}
        />
      )}
      {pace?.wordsPerMinute != null && range.wordsPerMinute && (
        <RangeBar
          name="Pace"
          value={pace.wordsPerMinute}
          span={range.wordsPerMinute}
          format={(pace) => `${Math.round(pace)} words/min`}
        />
      )}
      <dl class="measures">
        {comparison && (
          <Measure
            name="Likeness of the voice to the batch"
            value={isVoiceJudged(comparison) ? percent(comparison.similarity) : 'not judged'}
            note={comparison.note}
          />
        )}
        {comparison?.loudnessDb === null && <Measure name="Loudness" value="silent" />}
        {quality && <Measure name="Sound quality" value={`${score(quality.score)} of 100`} />}
        {quality && (
          <Measure
            name="Signal to noise"
            value={quality.snrDb === 0 ? 'not told: no speech' : decibels(quality.snrDb)}
          />
        )}
        {quality && (
          <Measure
            name="Reaches up to"
            value={
              quality.bandwidth.cutoffHz === null ? 'the full band' : kilohertz(quality.bandwidth.cutoffHz)
            }
          />
        )}
        {quality && quality.clipping.clipCount > 0 && (
          <Measure name="Clipped" value={`${quality.clipping.clipCount} times`} />
        )}
        {pace && (
          <Measure
            name="Pace against the median"
            value={pace.deviation === null ? 'not judged' : signedPercent(pace.deviation)}
            note={pace.note}
          />
        )}
        {pace && <Measure name="Longest pause" value={`${pace.longestPauseSec.toFixed(1)} s`} />}
        {script && isMeasuredByScript(script) && (
          <Measure name="Words as in the script" value={`${score(script.accuracy)} %`} />
        )}
        {script && script.tags.found > 0 && (
          <Measure
            name="Tags in the script"
            value={`${script.tags.found}, ${script.tags.spoken.length} spoken`}
          />
        )}
      </dl>
    </>
  )
}

function Measure({ name, value, note }: { name: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note && <span class="quiet note">{note}</span>}
      </dd>
    </div>
  )
}

function kilohertz(hz: number): string {
  return `${(hz / 1000).toFixed(1)} kHz`
}
