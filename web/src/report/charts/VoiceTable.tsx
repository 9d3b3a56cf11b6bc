import type { ComponentChildren } from 'preact'
import type { VoiceFigures } from '../../../../src/report/voices/cast-rows.js'
import { visible } from '../../parts/FileName.js'
import { duration, percent } from '../../parts/numbers.js'

const NONE = '–'

export interface VoiceRow extends VoiceFigures {
  name: string
  /** Places in the batch. */
  files: number[]
  /** Shows them in the list. */
  onShow: () => void
  /** What is wrong with it. */
  remarks?: ComponentChildren
}

/** Each voice of a batch with its files, how long it speaks and how alike they are; without columns of which nothing is known. */
export function VoiceTable({ label, rows }: { label: string; rows: VoiceRow[] }) {
  const known = (of: (row: VoiceRow) => number | null) => rows.some((row) => of(row) !== null)
  const hasSpeech = known(({ speechSec }) => speechSec)
  const hasReference = known(({ likeReference }) => likeReference)
  return (
    <table class="voice-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Voice</th>
          <th scope="col">Files</th>
          {hasSpeech && <th scope="col">Speech</th>}
          <th scope="col">
            Alike <span class="only-read">among its files</span>
          </th>
          {hasReference && <th scope="col">Like its reference</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, files, speechSec, alike, likeReference, onShow, remarks }) => (
          <tr key={name}>
            <th scope="row">
              {files.length > 0 ? (
                <button type="button" class="link" title="Show its files in the list" onClick={onShow}>
                  <bdi>{visible(name)}</bdi>
                </button>
              ) : (
                <bdi>{visible(name)}</bdi>
              )}
              {remarks}
            </th>
            <td>{files.length}</td>
            {hasSpeech && <td>{speechSec === null ? NONE : duration(speechSec)}</td>}
            <td>{shareText(alike)}</td>
            {hasReference && <td>{shareText(likeReference)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A single file is like no other, and a voice may have none. */
function shareText(share: number | null): string {
  return share === null ? NONE : percent(share)
}
