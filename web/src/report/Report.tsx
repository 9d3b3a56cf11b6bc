import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Audit, CheckName } from '../api/audit.js'
import { Cast } from './Cast.js'
import { Checks } from './Checks.js'
import { CheckTiles } from './CheckTiles.js'
import { Headline } from './Headline.js'
import { Regenerate } from './Regenerate.js'
import type { Desk } from './review/desk.js'
import { type Review, useReview } from './review/use-review.js'
import { everything, type Selection } from './selection.js'
import type { Sound } from './sound.js'
import { TrackBrowser } from './TrackBrowser.js'
import { type TrackView, tracksOf } from './tracks.js'
import { useShown } from './use-shown.js'
import { WholeBatch } from './WholeBatch.js'

interface ReportProps {
  audit: Audit
  sound: Sound
  /** Where decisions are kept; undefined where nobody may decide. */
  desk: Desk | undefined
  /** What stands below the report; told what the review has come to, where there is one. */
  children: (review: Review | undefined, tracks: TrackView[]) => ComponentChildren
}

export function Report({ audit, sound, desk, children }: ReportProps) {
  const tracks = useMemo(() => tracksOf(audit, sound.pieces), [audit, sound])
  const review = useReview(tracks, desk)
  const [shown, show] = useShown(tracks.length)
  const open = (openIndex: number) => show({ openIndex })
  const narrow = (chosen: Partial<Selection>) => show({ selection: { ...everything, ...chosen } })
  const showOnly = (chosen: Partial<Selection>) => {
    narrow(chosen)
    const title = document.getElementById('tracks-title')
    title?.scrollIntoView()
    // Whoever goes by the keyboard goes on from there, too.
    title?.focus({ preventScroll: true })
  }
  const showFlaggedBy = (check: CheckName) => showOnly({ status: 'flagged', check })
  const showFiles = (files: number[]) => showOnly({ files })
  const showVoice = (voice: number) => showOnly({ voice })
  return (
    <article class="report">
      <Headline audit={audit} tracks={tracks} />
      <WholeBatch audit={audit} tracks={tracks} onOpen={open} />
      <CheckTiles audit={audit} onShow={showFlaggedBy} />
      <Regenerate audit={audit} tracks={tracks} review={review} onOpen={open} />
      <Cast audit={audit} onOpen={open} onFiles={showFiles} />
      <TrackBrowser audit={audit} tracks={tracks} sound={sound} review={review} shown={shown} onShow={show} />
      <Checks
        audit={audit}
        tracks={tracks}
        onOpen={open}
        onVoice={showVoice}
        onFiles={showFiles}
        onPair={(files) => narrow({ files })}
      />
      {children(review, tracks)}
    </article>
  )
}
