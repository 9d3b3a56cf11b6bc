import { useMemo } from 'preact/hooks'
import type { Audit, CheckName } from '../api/audit.js'
import { Checks } from './Checks.js'
import { CheckTiles } from './CheckTiles.js'
import { Headline } from './Headline.js'
import { Regenerate } from './Regenerate.js'
import { Sharing } from './Sharing.js'
import { everything, type Selection } from './selection.js'
import { TrackBrowser } from './TrackBrowser.js'
import { tracksOf } from './tracks.js'
import { useShown } from './use-shown.js'
import { WholeBatch } from './WholeBatch.js'

interface ReportProps {
  audit: Audit
  onRevoked: () => void
}

export function Report({ audit, onRevoked }: ReportProps) {
  const tracks = useMemo(() => tracksOf(audit), [audit])
  const [shown, show] = useShown(tracks.length)
  const open = (openIndex: number) => show({ openIndex })
  const showOnly = (chosen: Partial<Selection>) => {
    show({ selection: { ...everything, ...chosen } })
    document.getElementById('tracks-title')?.scrollIntoView()
  }
  const showFlaggedBy = (check: CheckName) => showOnly({ status: 'flagged', check })
  const showVoice = (voice: number) => showOnly({ voice })
  return (
    <article class="report">
      <Headline audit={audit} tracks={tracks} />
      <WholeBatch audit={audit} tracks={tracks} onOpen={open} />
      <CheckTiles audit={audit} onShow={showFlaggedBy} />
      <Regenerate audit={audit} tracks={tracks} onOpen={open} />
      <TrackBrowser audit={audit} tracks={tracks} shown={shown} onShow={show} />
      <Checks audit={audit} tracks={tracks} onOpen={open} onVoice={showVoice} />
      <Sharing audit={audit} onRevoked={onRevoked} />
    </article>
  )
}
