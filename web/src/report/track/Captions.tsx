import {
  type CaptionFormat,
  captionDefaults,
  captionFileName,
  captionsOf,
} from '../../../../src/report/captions/captions.js'
import type { ScriptTrack } from '../../api/audit.js'
import { download } from '../../parts/download.js'

const formats: { format: CaptionFormat; name: string; mediaType: string }[] = [
  { format: 'vtt', name: 'Captions (WebVTT)', mediaType: 'text/vtt' },
  { format: 'srt', name: 'Captions (SRT)', mediaType: 'application/x-subrip' },
]

/** Made here, because whoever has the link of the report has no key for the service. */
export function Captions({ script }: { script: ScriptTrack }) {
  if (script.wordTimesSec === undefined) return null
  const save = ({ format, mediaType }: (typeof formats)[number]) => {
    const captions = captionsOf(script, { ...captionDefaults, format })
    if (captions !== null) download(captionFileName(script.file, format), mediaType, captions)
  }
  return (
    <div class="actions">
      {formats.map((each) => (
        <button key={each.format} type="button" onClick={() => save(each)}>
          {each.name}
        </button>
      ))}
    </div>
  )
}
