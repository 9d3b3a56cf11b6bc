// Logistic regression of weighted examples.

export interface Example {
  features: readonly number[]
  isReal: boolean
  weight: number
}

/** Keeps weights of what the examples do not tell near 0, in examples: far fewer than there are. */
const RIDGE = 1e-3
const MOST_ROUNDS = 100
const CLOSE_ENOUGH = 1e-9

/** Newton's method (iteratively reweighted least squares); the first feature is the constant, which nothing holds back. */
export function fitted(examples: readonly Example[]): number[] {
  const size = examples[0].features.length
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  let weights = new Array<number>(size).fill(0)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -RIDGE * weight))
    const curvature = weights.map((_, row) =>
      weights.map((_, column) => (row === column ? (row === 0 ? CLOSE_ENOUGH : RIDGE) : 0)),
    )
    for (const { features, isReal, weight } of examples) {
      const share = weight / total
      const likely = likelihood(weights, features)
      for (let row = 0; row < size; row++) {
        gradient[row] += share * ((isReal ? 1 : 0) - likely) * features[row]
        for (let column = 0; column < size; column++)
          curvature[row][column] += share * likely * (1 - likely) * features[row] * features[column]
      }
    }
    const step = solved(curvature, gradient)
    weights = weights.map((weight, at) => weight + step[at])
    if (Math.max(...step.map(Math.abs)) < CLOSE_ENOUGH) break
  }
  return weights
}

export function likelihood(weights: readonly number[], features: readonly number[]): number {
  return 1 / (1 + Math.exp(-weights.reduce((sum, weight, at) => sum + weight * features[at], 0)))
}

/** Gauss, with the largest pivot. */
function solved(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]])
  for (let at = 0; at < rows.length; at++) {
    const pivot = rows.slice(at).reduce((best, row) => (Math.abs(row[at]) > Math.abs(best[at]) ? row : best))
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(at, 0, pivot)
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[at] / pivot[at]
      for (let column = at; column < row.length; column++) row[column] -= factor * pivot[column]
    }
  }
  return rows.map((row, at) => row[rows.length] / row[at])
}
