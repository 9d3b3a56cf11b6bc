import { score as scoreText } from '../../parts/numbers.js'
import { scoreLevel, scoreWord } from '../words.js'

const RADIUS = 42
const LENGTH = 2 * Math.PI * RADIUS

export function ScoreRing({ score }: { score: number }) {
  return (
    <svg
      class={`score-ring level-${scoreLevel(score)}`}
      viewBox="0 0 100 100"
      role="img"
      aria-label={`Score ${scoreText(score)} of 100: ${scoreWord(score)}`}
    >
      <circle class="ring-back" cx="50" cy="50" r={RADIUS} />
      <circle
        class="ring-front"
        cx="50"
        cy="50"
        r={RADIUS}
        stroke-dasharray={`${(LENGTH * score) / 100} ${LENGTH}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="50" dy="0.36em" text-anchor="middle">
        {Math.round(score)}
      </text>
    </svg>
  )
}
