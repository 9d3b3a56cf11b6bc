import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Audit } from '../api/audit.js'
import type { Choice } from '../api/decisions.js'
import { EmptyState } from '../parts/EmptyState.js'
import { counted } from '../parts/numbers.js'
import type { Shown } from './address.js'
import { Filters } from './Filters.js'
import { ReviewBar } from './review/ReviewBar.js'
import { choiceKeys, choices, flagsByTrack } from './review/review.js'
import type { Review } from './review/use-review.js'
import { useWalk } from './review/use-walk.js'
import { ColumnTitles } from './rows/ColumnTitles.js'
import { OutlineLoader } from './rows/outline-loader.js'
import { TrackRow } from './rows/TrackRow.js'
import { useOneSound } from './rows/use-one-sound.js'
import { useRowPlayer } from './rows/use-row-player.js'
import { VirtualList } from './rows/VirtualList.js'
import { everything, isNarrowed, selected } from './selection.js'
import type { Sound } from './sound.js'
import { batchRange } from './track/batch-range.js'
import { nextSpeed } from './track/speeds.js'
import { TrackDetail } from './track/TrackDetail.js'
import { typicalFor } from './track/typical-file.js'
import type { TrackView } from './tracks.js'
import { useKeys } from './use-keys.js'

/** In pixels; .track-row in report.css has the same. */
const ROW_HEIGHT = 54

const NO_FLAGS: never[] = []

interface TrackBrowserProps {
  audit: Audit
  tracks: TrackView[]
  sound: Sound
  /** Undefined where nobody may decide. */
  review: Review | undefined
  shown: Shown
  onShow: (change: Partial<Shown>) => void
}

export function TrackBrowser({
  audit,
  tracks,
  sound,
  review,
  shown: { openIndex, timeSec, selection },
  onShow,
}: TrackBrowserProps) {
  const section = useRef<HTMLElement>(null)
  const [speed, setSpeed] = useState(1)
  const reviewStateOf = (index: number) => review?.tracks.get(index)?.state
  const shown = useMemo(() => selected(tracks, selection, reviewStateOf), [tracks, selection, review])
  const range = useMemo(() => batchRange(tracks), [tracks])
  const flags = useMemo(() => flagsByTrack(tracks), [tracks])
  const open = openIndex === null ? null : tracks[openIndex]
  const walk = useWalk({ shown, flags, review, openIndex, onOpen: (index) => onShow({ openIndex: index }) })
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
  const noteInput = () => section.current?.querySelector<HTMLInputElement>('[data-note=current]')
  /** One that was typed before goes with the decision. */
  const noteNow = () => noteInput()?.value.trim()
  const hasSound = tracks.some(({ pieces }) => pieces.length > 0)
  const outlines = useMemo(() => new OutlineLoader(sound), [sound])
  const player = useRowPlayer(tracks)
  useOneSound()
  const rowSound = player.playback
  useKeys({
    ...(!open && rowSound.isPlaying && { ' ': rowSound.toggle }),
    n: () => step(1),
    p: () => step(-1),
    j: () => walk.step(1),
    k: () => walk.step(-1),
    ...(hasSound && { l: walk.toggleRow }),
    ...(review && {
      g: walk.goOn,
      ...(open && decisionKeys(walk.decide, walk.decideRest, walk.at, noteNow)),
    }),
    ...(open && { Escape: close, e: () => noteInput()?.focus() }),
    '+': () => setSpeed(nextSpeed(speed, 1)),
    '=': () => setSpeed(nextSpeed(speed, 1)),
    '-': () => setSpeed(nextSpeed(speed, -1)),
  })
  return (
    <section class="card tracks" aria-labelledby="tracks-title" ref={section}>
      <div class="card-head">
        <h2 id="tracks-title" tabIndex={-1}>
          Files <span class="count">{tracks.length}</span>
        </h2>
        <div class="actions">
          {!review && hasSound && flags.size > 0 && (
            <button type="button" aria-keyshortcuts="l" aria-pressed={walk.isInRow} onClick={walk.toggleRow}>
              {walk.isInRow ? 'Stop playing' : 'Play all faults'} <kbd>l</kbd>
            </button>
          )}
          <button type="button" aria-keyshortcuts="p" onClick={() => step(-1)}>
            Previous flagged <kbd>p</kbd>
          </button>
          <button type="button" aria-keyshortcuts="n" onClick={() => step(1)}>
            Next flagged <kbd>n</kbd>
          </button>
        </div>
      </div>
      {review && flags.size > 0 && (
        <ReviewBar
          review={review}
          fileName={`audit-${audit.auditId.slice(0, 8)}`}
          isPlayable={hasSound}
          isInRow={walk.isInRow}
          onGoOn={walk.goOn}
          onRow={walk.toggleRow}
        />
      )}
      <Filters
        selection={selection}
        checks={audit.selectedAnalyses}
        tracks={tracks}
        isReviewed={review !== undefined && flags.size > 0}
        onChange={(selection) => onShow({ selection })}
      />
      <p class="quiet" role="status">
        {shown.length === tracks.length
          ? `${tracks.length > 1 ? 'All ' : ''}${counted(tracks.length, 'file')}`
          : `${shown.length} of ${counted(tracks.length, 'file')}`}
        {isNarrowed(selection) && (
          <>
            {' '}
            <button type="button" class="link" onClick={() => onShow({ selection: everything })}>
              Show all
            </button>
          </>
        )}
      </p>
      <div class={open ? 'split is-open' : 'split'}>
        <div class={hasSound ? 'track-list has-sound' : 'track-list'}>
          {/* biome-ignore lint/a11y/useMediaCaption: the transcript is with the track */}
          <audio ref={rowSound.audio} preload="none" />
          <VirtualList
            label="Files"
            head={<ColumnTitles tracks={tracks} hasSound={hasSound} />}
            items={shown}
            rowHeight={ROW_HEIGHT}
            keyOf={({ index }) => index}
            shownKey={openIndex}
            row={(track) => (
              <TrackRow
                track={track}
                flags={flags.get(track.index) ?? NO_FLAGS}
                isOpen={track.index === openIndex}
                reviewState={reviewStateOf(track.index)}
                player={hasSound ? player : undefined}
                outlines={outlines}
                onOpen={(index) => onShow({ openIndex: index })}
              />
            )}
          />
          {shown.length === 0 && (
            <EmptyState
              picture="search"
              title="No file matches these filters"
              level={3}
              actions={
                <button type="button" onClick={() => onShow({ selection: everything })}>
                  Show all files
                </button>
              }
            />
          )}
        </div>
        {open && (
          <TrackDetail
            key={open.index}
            track={open}
            sound={sound}
            rowSound={rowSound}
            flags={flags.get(open.index) ?? []}
            review={review}
            walk={walk}
            noteNow={noteNow}
            range={range}
            typical={typicalFor(open, tracks)}
            timeSec={timeSec}
            speed={speed}
            onSpeed={setSpeed}
            onTime={(timeSec) => onShow({ timeSec })}
            onClose={close}
            onStep={step}
          />
        )}
      </div>
    </section>
  )
}

type Decide = (at: number, choice: Choice, note?: string) => void

/** A key decides about one flag; with Shift about all of the file that are still open. */
function decisionKeys(
  decide: Decide,
  decideRest: (choice: Choice, note?: string) => void,
  at: number,
  note: () => string | undefined,
): Record<string, () => void> {
  return Object.fromEntries(
    choices.flatMap((choice) => [
      [choiceKeys[choice], () => decide(at, choice, note())],
      [`Shift+${choiceKeys[choice]}`, () => decideRest(choice, note())],
    ]),
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
