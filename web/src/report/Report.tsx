import { useMemo, useState } from 'preact/hooks'
import type { Audit } from '../api/audit.js'
import { Checks } from './Checks.js'
import { Headline } from './Headline.js'
import { Regenerate } from './Regenerate.js'
import { Sharing } from './Sharing.js'
import { TrackBrowser } from './TrackBrowser.js'
import { tracksOf } from './tracks.js'

export function Report({ audit }: { audit: Audit }) {
  const tracks = useMemo(() => tracksOf(audit), [audit])
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  return (
    <article class="report">
      <Headline audit={audit} />
      <Regenerate audit={audit} tracks={tracks} onOpen={setOpenIndex} />
      <TrackBrowser audit={audit} tracks={tracks} openIndex={openIndex} onOpen={setOpenIndex} />
      <Checks audit={audit} tracks={tracks} onOpen={setOpenIndex} />
      <Sharing audit={audit} />
    </article>
  )
}
