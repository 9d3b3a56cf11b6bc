import type { Audit, CheckName } from '../api/audit.js'
import { visible } from '../parts/FileName.js'
import { score } from '../parts/numbers.js'
import { checkTitles, scoreLevel } from './words.js'

interface CheckTilesProps {
  audit: Audit
  /** Shows the files that the check flags. */
  onShow: (check: CheckName) => void
}

/** One for each check: how many files it flags, and what that means. */
export function CheckTiles({ audit, onShow }: CheckTilesProps) {
  return (
    <ul class="tiles" aria-label="Checks">
      {audit.selectedAnalyses.map((name) => {
        const report = audit.checks[name]
        return report && <CheckTile key={name} name={name} report={report} onShow={onShow} />
      })}
    </ul>
  )
}

interface CheckTileProps extends Pick<CheckTilesProps, 'onShow'> {
  name: CheckName
  report: {
    score: number
    summary: string
    tracks: { flagged: boolean; judged?: boolean | undefined; hasScript?: boolean | undefined }[]
  }
}

function CheckTile({ name, report: { score: value, summary, tracks }, onShow }: CheckTileProps) {
  const flagged = tracks.filter((track) => track.flagged).length
  const unjudged = tracks.filter(({ judged }) => judged === false).length
  // Then there is nothing that could be as written: a score would say that there is.
  const isUnscripted = tracks.every(({ hasScript }) => hasScript === false)
  return (
    <li class={`tile level-${isUnscripted && flagged === 0 ? 'none' : scoreLevel(value)}`}>
      <h2>
        <span class={`swatch check-${name}`} /> {checkTitles[name]}
      </h2>
      <p class="tile-count">
        {isUnscripted && flagged === 0 ? 'No scripts' : `${flagged} of ${tracks.length} flagged`}
        {unjudged > 0 && <span class="quiet">, {unjudged} not judged</span>}
      </p>
      <p class="tile-text">
        <bdi>{visible(summary)}</bdi>
      </p>
      <p class="tile-foot">
        {!isUnscripted && <span class="quiet">Score {score(value)}</span>}
        {flagged > 0 && (
          <button type="button" class="link" onClick={() => onShow(name)}>
            Show {flagged === 1 ? 'it' : 'them'}
            <span class="only-read">, flagged by {checkTitles[name]}</span>
          </button>
        )}
      </p>
    </li>
  )
}
