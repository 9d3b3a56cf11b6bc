import { useMemo } from 'preact/hooks'
import type { Audit } from '../api/audit.js'
import { Checks } from './Checks.js'
import { Headline } from './Headline.js'
import { Regenerate } from './Regenerate.js'
import { Sharing } from './Sharing.js'
import { TrackBrowser } from './TrackBrowser.js'
import { tracksOf } from './tracks.js'
import { useShown } from './use-shown.js'

interface ReportProps {
  audit: Audit
  onRevoked: () => void
}

export function Report({ audit, onRevoked }: ReportProps) {
  const tracks = useMemo(() => tracksOf(audit), [audit])
  const [shown, show] = useShown(tracks.length)
  const open = (openIndex: number) => show({ openIndex })
  return (
    <article class="report">
      <Headline audit={audit} />
      <Regenerate audit={audit} tracks={tracks} onOpen={open} />
      <TrackBrowser audit={audit} tracks={tracks} shown={shown} onShow={show} />
      <Checks audit={audit} tracks={tracks} onOpen={open} />
      <Sharing audit={audit} onRevoked={onRevoked} />
    </article>
  )
}
