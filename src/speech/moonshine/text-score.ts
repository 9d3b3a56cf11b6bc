// How well given texts fit a sound: the decoder is led along each text instead of choosing one.
import type { Memory } from './recogniser.js'
import { BEGIN_OF_TEXT, END_OF_TEXT, type Stepper } from './search.js'

/**
 * Log-probability of each text (as tokens) with its end, in nats. All texts are followed at once; what they have in common at
 * the start is paid for once.
 */
export async function textScores(model: Stepper, memory: Memory, texts: number[][]): Promise<number[]> {
  const lines = texts.map((tokens) => [...tokens, END_OF_TEXT])
  const shared = commonStart(lines)
  const scores = lines.map(() => 0)
  const state = model.start(memory)
  const longest = Math.max(...lines.map((line) => line.length))
  for (let step = 0; step < longest; step++) {
    if (step === shared + 1)
      model.reorder(
        state,
        lines.map(() => 0),
      )
    const fed =
      step === 0 ? lines.map(() => BEGIN_OF_TEXT) : lines.map((line) => line[step - 1] ?? END_OF_TEXT)
    const { logits } = await model.step(state, step <= shared ? fed.slice(0, 1) : fed)
    for (const [index, line] of lines.entries()) {
      const row = logits[step <= shared ? 0 : index]
      if (step < line.length) scores[index] += row[line[step]] - logTotal(row)
    }
  }
  return scores
}

/** How many tokens all lines begin with alike. */
function commonStart(lines: number[][]): number {
  let count = 0
  while (lines.every((line) => count < line.length && line[count] === lines[0][count])) count++
  return count
}

function logTotal(logits: Float32Array): number {
  let highest = Number.NEGATIVE_INFINITY
  for (const logit of logits) if (logit > highest) highest = logit
  let total = 0
  for (const logit of logits) total += Math.exp(logit - highest)
  return highest + Math.log(total)
}
