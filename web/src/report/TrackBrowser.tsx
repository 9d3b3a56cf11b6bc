import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Audit } from '../api/audit.js'
import { counted } from '../parts/numbers.js'
import { Filters } from './Filters.js'
import { everything, selected } from './selection.js'
import { TrackRow } from './TrackRow.js'
import { batchRange } from './track/batch-range.js'
import { TrackDetail } from './track/TrackDetail.js'
import type { TrackView } from './tracks.js'
import { VirtualList } from './VirtualList.js'

/** In pixels; .track-row in report.css has the same. */
const ROW_HEIGHT = 68

interface TrackBrowserProps {
  audit: Audit
  tracks: TrackView[]
  openIndex: number | null
  onOpen: (index: number | null) => void
}

export function TrackBrowser({ audit, tracks, openIndex, onOpen }: TrackBrowserProps) {
  const [selection, setSelection] = useState(everything)
  const section = useRef<HTMLElement>(null)
  const shown = useMemo(() => selected(tracks, selection), [tracks, selection])
  const range = useMemo(() => batchRange(tracks), [tracks])
  const open = openIndex === null ? null : tracks[openIndex]
  const step = (direction: 1 | -1) => {
    const next = nextFlagged(shown, openIndex, direction)
    if (next) onOpen(next.index)
  }
  const close = () => {
    onOpen(null)
    // Back to where the reader came from; on a phone it can be reached only once the detail is gone.
    const row = section.current?.querySelector<HTMLElement>(`[data-index="${openIndex}"]`)
    setTimeout(() => row?.focus())
  }
  useKeys(section, { n: () => step(1), p: () => step(-1), Escape: open ? close : () => {} })
  return (
    <section class="card tracks" aria-labelledby="tracks-title" ref={section}>
      <div class="card-head">
        <h2 id="tracks-title">
          Tracks <span class="count">{tracks.length}</span>
        </h2>
        <div class="actions">
          <button type="button" aria-keyshortcuts="p" onClick={() => step(-1)}>
            Previous flagged <kbd>p</kbd>
          </button>
          <button type="button" aria-keyshortcuts="n" onClick={() => step(1)}>
            Next flagged <kbd>n</kbd>
          </button>
        </div>
      </div>
      <Filters
        selection={selection}
        checks={audit.selectedAnalyses}
        tracks={tracks}
        onChange={setSelection}
      />
      <p class="quiet" role="status">
        {shown.length === tracks.length
          ? `All ${counted(tracks.length, 'track')}.`
          : `${counted(shown.length, 'track')} of ${tracks.length}.`}
      </p>
      <div class={open ? 'split is-open' : 'split'}>
        <VirtualList
          label="Tracks"
          items={shown}
          rowHeight={ROW_HEIGHT}
          keyOf={({ index }) => index}
          shownKey={openIndex}
          row={(track) => <TrackRow track={track} isOpen={track.index === openIndex} onOpen={onOpen} />}
        />
        {open && <TrackDetail key={open.index} track={open} range={range} onClose={close} onStep={step} />}
      </div>
    </section>
  )
}

/** Behind (or before) the open track in the order of the list, and round its end. */
function nextFlagged(shown: TrackView[], openIndex: number | null, direction: 1 | -1): TrackView | undefined {
  const at = shown.findIndex(({ index }) => index === openIndex)
  const count = shown.length
  for (let step = 1; step <= count; step++) {
    const start = at === -1 && direction === -1 ? 0 : at
    const track = shown[(((start + direction * step) % count) + count) % count]
    if (track.isFlagged) return track
  }
  return undefined
}

/** Only while nothing else on the page has the keyboard. */
function useKeys(section: { current: HTMLElement | null }, keys: Record<string, () => void>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isTyping = target.matches('input:not([type=range]), select, textarea')
      const isHere = target === document.body || section.current?.contains(target)
      if (isTyping || !isHere || event.ctrlKey || event.metaKey || event.altKey) return
      latest.current[event.key]?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [section])
}
