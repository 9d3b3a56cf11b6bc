import { useEffect, useRef, useState } from 'preact/hooks'
import { type Waveform as WaveformData, waveformOf } from '../../api/waveform.js'
import { FileName } from '../../parts/FileName.js'
import { Reasons } from '../Reasons.js'
import type { TrackView } from '../tracks.js'
import type { BatchRange } from './batch-range.js'
import { Captions } from './Captions.js'
import { IssueList } from './IssueList.js'
import { Measures } from './Measures.js'
import { marksOf } from './marks.js'
import { Player } from './Player.js'
import { Said } from './Said.js'
import { useAloneOnNarrow } from './use-alone-on-narrow.js'
import { usePlayback } from './use-playback.js'

interface TrackDetailProps {
  track: TrackView
  range: BatchRange
  onClose: () => void
  onStep: (direction: 1 | -1) => void
}

export function TrackDetail({ track, range, onClose, onStep }: TrackDetailProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const section = useAloneOnNarrow()
  const playback = usePlayback(track.audioUrl)
  const waveform = useWaveform(track.audioUrl)
  const marks = marksOf(track)
  // Wherever it was opened from, this is where the reader goes on.
  useEffect(() => {
    const heading = title.current!
    heading.focus({ preventScroll: true })
    const { top, bottom } = heading.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) heading.closest('.tracks')?.scrollIntoView()
  }, [])
  return (
    <section class="detail" aria-labelledby="detail-title" ref={section}>
      <div class="detail-head">
        <h3 id="detail-title" tabIndex={-1} ref={title}>
          <FileName name={track.file} />
        </h3>
        <div class="actions">
          <button type="button" onClick={() => onStep(-1)} aria-label="Previous flagged track">
            ‹
          </button>
          <button type="button" onClick={() => onStep(1)} aria-label="Next flagged track">
            ›
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
      {track.isFlagged ? (
        <Reasons reasons={track.reasons} />
      ) : (
        <p class="passed">Passed: nothing here to regenerate.</p>
      )}
      {track.audioUrl ? (
        <Player audioUrl={track.audioUrl} playback={playback} waveform={waveform} marks={marks} />
      ) : (
        <p class="quiet">The audio has been deleted; what was found stays.</p>
      )}
      <IssueList marks={marks} onPlay={track.audioUrl ? playback.playFrom : undefined} />
      {track.script && (
        <Said script={track.script} playback={playback} isPlayable={track.audioUrl !== undefined} />
      )}
      {track.script && <Captions script={track.script} />}
      <Measures track={track} range={range} />
    </section>
  )
}

function useWaveform(audioUrl: string | undefined): WaveformData | 'none' | undefined {
  const [waveform, setWaveform] = useState<WaveformData | 'none'>()
  useEffect(() => {
    if (!audioUrl) return
    const leaving = new AbortController()
    waveformOf(audioUrl, leaving.signal).then(setWaveform, () => {
      if (!leaving.signal.aborted) setWaveform('none')
    })
    return () => leaving.abort()
  }, [audioUrl])
  return waveform
}
