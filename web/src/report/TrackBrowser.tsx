import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Audit } from '../api/audit.js'
import { counted } from '../parts/numbers.js'
import type { Shown } from './address.js'
import { Filters } from './Filters.js'
import { selected } from './selection.js'
import { TrackRow } from './TrackRow.js'
import { batchRange } from './track/batch-range.js'
import { TrackDetail } from './track/TrackDetail.js'
import { typicalFor } from './track/typical-file.js'
import type { TrackView } from './tracks.js'
import { useKeys } from './use-keys.js'
import { VirtualList } from './VirtualList.js'

/** In pixels; .track-row in report.css has the same. */
const ROW_HEIGHT = 68

interface TrackBrowserProps {
  audit: Audit
  tracks: TrackView[]
  shown: Shown
  onShow: (change: Partial<Shown>) => void
}

export function TrackBrowser({
  audit,
  tracks,
  shown: { openIndex, timeSec, selection },
  onShow,
}: TrackBrowserProps) {
  const section = useRef<HTMLElement>(null)
  const shown = useMemo(() => selected(tracks, selection), [tracks, selection])
  const range = useMemo(() => batchRange(tracks), [tracks])
  const open = openIndex === null ? null : tracks[openIndex]
  const step = (direction: 1 | -1) => {
    const next = nextFlagged(shown, openIndex, direction)
    if (next) onShow({ openIndex: next.index })
  }
  const close = () => onShow({ openIndex: null })
  // However it was closed: back to where the reader came from.
  const lastIndex = useRef(openIndex)
  useEffect(() => {
    const row = section.current?.querySelector<HTMLElement>(`[data-index="${lastIndex.current}"]`)
    if (openIndex === null) row?.focus()
    lastIndex.current = openIndex
  }, [openIndex])
  useKeys({ n: () => step(1), p: () => step(-1), ...(open && { Escape: close }) })
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
        onChange={(selection) => onShow({ selection })}
      />
      <p class="quiet" role="status">
        {shown.length === tracks.length
          ? `${tracks.length > 1 ? 'All ' : ''}${counted(tracks.length, 'track')}`
          : `${shown.length} of ${counted(tracks.length, 'track')}`}
      </p>
      <div class={open ? 'split is-open' : 'split'}>
        <VirtualList
          label="Tracks"
          items={shown}
          rowHeight={ROW_HEIGHT}
          keyOf={({ index }) => index}
          shownKey={openIndex}
          row={(track) => (
            <TrackRow
              track={track}
              isOpen={track.index === openIndex}
              onOpen={(index) => onShow({ openIndex: index })}
            />
          )}
        />
        {open && (
          <TrackDetail
            key={open.index}
            track={open}
            range={range}
            typical={typicalFor(open, tracks)}
            timeSec={timeSec}
            onTime={(timeSec) => onShow({ timeSec })}
            onClose={close}
            onStep={step}
          />
        )}
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
