import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { type Measure, measuresOf } from '../../../src/report/judgements.js'
import type { Audit, CheckName } from '../api/audit.js'
import { JudgementChart } from './charts/JudgementChart.js'
import { VoiceMap } from './charts/VoiceMap.js'
import type { TrackView } from './tracks.js'
import { checkTitles } from './words.js'

interface ChecksProps {
  audit: Audit
  tracks: TrackView[]
  onOpen: (index: number) => void
  /** Shows the files of one voice. */
  onVoice: (voice: number) => void
  /** Shows these files in the list, and leads there. */
  onFiles: (files: number[]) => void
  /** Shows two files in the list, and stays here. */
  onPair: (files: number[]) => void
}

/** The batch in pictures, check by check. */
export function Checks({ audit, tracks, onOpen, onVoice, onFiles, onPair }: ChecksProps) {
  const measures = useMemo(() => measuresOf(audit), [audit])
  return (
    <section class="card" aria-labelledby="checks-title">
      <h2 id="checks-title">Charts</h2>
      {audit.selectedAnalyses.map((name) => (
        <CheckPart key={name} name={name}>
          {name === 'comparison' && audit.checks.comparison && (
            <VoiceMap
              audit={audit}
              report={audit.checks.comparison}
              tracks={tracks}
              onVoice={onVoice}
              onPair={onPair}
              onFiles={onFiles}
            />
          )}
          {measures.filter(isDrawnWith(name)).map((measure) => (
            <JudgementChart
              key={measure.name}
              measure={measure}
              tracks={tracks}
              onOpen={onOpen}
              onFiles={onFiles}
            />
          ))}
        </CheckPart>
      ))}
    </section>
  )
}

const isDrawnWith = (name: CheckName) => (measure: Measure) => measure.check === name

/** Drawn when it is opened: a map of 500 files costs time that most readers do not need to spend. */
function CheckPart({ name, children }: { name: CheckName; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="check" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{checkTitles[name]}</strong>
      </summary>
      {isOpen && <div class="check-body">{children}</div>}
    </details>
  )
}
