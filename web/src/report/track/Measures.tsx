import { counted, decibels, percent, score } from '../../parts/numbers.js'
import { RangeBar } from '../charts/RangeBar.js'
import { isMeasuredByScript, judgementOf, type TrackView } from '../tracks.js'
import { judgementTitles } from '../words.js'
import type { BatchRange } from './batch-range.js'

/** What the file was judged by, each beside its limit; then what is for reading only. */
export function Measures({ track, range }: { track: TrackView; range: BatchRange }) {
  const { comparison, quality, pace, script, judgements } = track
  const isVoiceJudged = judgementOf(track, 'voice')?.verdict !== 'notJudged'
  return (
    <>
      <h4>Judged by</h4>
      <dl class="measures judged">
        {judgements.map(({ name, text, verdict, limitText }) => (
          <div key={name} class={`is-${verdict}`} data-judgement={name}>
            <dt>{judgementTitles[name]}</dt>
            <dd>
              <span class="figure-value">{text}</span>
              {limitText && <span class="quiet note">limit {limitText}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {[comparison?.note, pace?.note].map(
        (note) =>
          note && (
            <p key={note} class="quiet">
              {note}
            </p>
          ),
      )}
      <h4>Other measures</h4>
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
          name="Words per minute"
          value={pace.wordsPerMinute}
          span={range.wordsPerMinute}
          format={(pace) => String(Math.round(pace))}
        />
      )}
      <dl class="measures">
        {comparison && isVoiceJudged && (
          <Measure name="Voice similarity to the batch" value={percent(comparison.similarity)} />
        )}
        {comparison?.referenceSimilarity != null && (
          <Measure name="Voice similarity to the reference" value={percent(comparison.referenceSimilarity)} />
        )}
        {comparison?.loudnessDb === null && <Measure name="Loudness" value="silent" />}
        {quality && (
          <Measure
            name="Signal-to-noise ratio"
            value={quality.snrDb === 0 ? 'not measured: no speech' : decibels(quality.snrDb)}
          />
        )}
        {quality && (
          <Measure
            name="Highest frequency"
            value={
              quality.bandwidth.cutoffHz === null ? 'full bandwidth' : kilohertz(quality.bandwidth.cutoffHz)
            }
          />
        )}
        {quality && quality.clipping.clipCount > 0 && (
          <Measure name="Clipped" value={counted(quality.clipping.clipCount, 'time')} />
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

function Measure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function kilohertz(hz: number): string {
  return `${(hz / 1000).toFixed(1)} kHz`
}
