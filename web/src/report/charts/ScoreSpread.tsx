import { counted } from '../../parts/numbers.js'

const BINS = 10
const BIN_WIDTH = 100 / BINS

/** How many files have which score. */
export function ScoreSpread({ title, scores }: { title: string; scores: number[] }) {
  const counts = Array<number>(BINS).fill(0)
  for (const score of scores) counts[Math.min(BINS - 1, Math.floor(score / BIN_WIDTH))]++
  const most = Math.max(1, ...counts)
  const name = (bin: number) => `${bin * BIN_WIDTH}–${(bin + 1) * BIN_WIDTH}`
  return (
    <figure class="spread">
      <figcaption>{title}</figcaption>
      <ul>
        {counts.map((count, bin) => (
          <li key={bin} class={count === 0 ? 'is-empty' : undefined}>
            <span class="spread-count">
              {count || ''}
              <span class="only-read"> {count === 1 ? 'file' : 'files'} at </span>
            </span>
            <span class="spread-bar" style={{ height: `${(100 * count) / most}px` }} />
            <span class="spread-name">{name(bin)}</span>
          </li>
        ))}
      </ul>
      {scores.length === 0 && <p class="quiet">There is nothing to show.</p>}
      <p class="only-read">{counted(scores.length, 'file')} in all.</p>
    </figure>
  )
}
