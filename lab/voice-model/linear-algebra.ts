// The little linear algebra that training takes: square matrices, row after row.
export interface Square {
  size: number
  data: Float64Array
}

export function square(size: number): Square {
  return { size, data: new Float64Array(size * size) }
}

export function addOuter({ size, data }: Square, vector: ArrayLike<number>, weight: number): void {
  for (let row = 0; row < size; row++) {
    const scaled = weight * vector[row]
    for (let column = 0; column < size; column++) data[row * size + column] += scaled * vector[column]
  }
}

/** The lower triangle L with L L^T = matrix. Fails unless the matrix is positive definite. */
export function cholesky({ size, data }: Square): Square {
  const lower = square(size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = data[row * size + column]
      for (let k = 0; k < column; k++) sum -= lower.data[row * size + k] * lower.data[column * size + k]
      if (row === column && !(sum > 0)) throw new RangeError('the matrix is not positive definite')
      lower.data[row * size + column] =
        row === column ? Math.sqrt(sum) : sum / lower.data[column * size + column]
    }
  }
  return lower
}

/** The inverse of a lower triangle. */
export function inverseOfLower({ size, data }: Square): Square {
  const inverse = square(size)
  for (let column = 0; column < size; column++) {
    for (let row = column; row < size; row++) {
      let sum = row === column ? 1 : 0
      for (let k = column; k < row; k++) sum -= data[row * size + k] * inverse.data[k * size + column]
      inverse.data[row * size + column] = sum / data[row * size + row]
    }
  }
  return inverse
}

export function product(a: Square, b: Square): Square {
  const { size } = a
  const result = square(size)
  for (let row = 0; row < size; row++)
    for (let k = 0; k < size; k++) {
      const scale = a.data[row * size + k]
      if (scale === 0) continue
      for (let column = 0; column < size; column++)
        result.data[row * size + column] += scale * b.data[k * size + column]
    }
  return result
}

export function transposed({ size, data }: Square): Square {
  const result = square(size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) result.data[column * size + row] = data[row * size + column]
  return result
}

export interface Eigen {
  /** Largest first. */
  values: number[]
  /** One row for each value, of length 1; its largest component is positive, so that there is one answer. */
  vectors: Float64Array[]
}

const MOST_SWEEPS = 60
const NEGLIGIBLE = 1e-22

/** Eigenvalues and vectors of a symmetric matrix, by Jacobi's rotations. */
export function eigenOfSymmetric({ size, data }: Square): Eigen {
  const a = Float64Array.from(data)
  const rows = Array.from({ length: size }, (_, row) => {
    const unit = new Float64Array(size)
    unit[row] = 1
    return unit
  })
  const total = a.reduce((sum, each) => sum + each * each, 0)
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let off = 0
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) off += a[p * size + q] ** 2
    if (off <= NEGLIGIBLE * total) break
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, size, rows, p, q)
  }
  const order = rows.map((_, index) => index).sort((x, y) => a[y * size + y] - a[x * size + x])
  return {
    values: order.map((index) => a[index * size + index]),
    vectors: order.map((index) => signed(rows[index])),
  }
}

function rotate(a: Float64Array, size: number, rows: Float64Array[], p: number, q: number): void {
  const apq = a[p * size + q]
  if (apq === 0) return
  const theta = (a[q * size + q] - a[p * size + p]) / (2 * apq)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cos = 1 / Math.sqrt(t * t + 1)
  const sin = t * cos
  for (let k = 0; k < size; k++) {
    const akp = a[k * size + p]
    const akq = a[k * size + q]
    a[k * size + p] = cos * akp - sin * akq
    a[k * size + q] = sin * akp + cos * akq
  }
  for (let k = 0; k < size; k++) {
    const apk = a[p * size + k]
    const aqk = a[q * size + k]
    a[p * size + k] = cos * apk - sin * aqk
    a[q * size + k] = sin * apk + cos * aqk
  }
  const rowP = rows[p]
  const rowQ = rows[q]
  for (let k = 0; k < size; k++) {
    const vp = rowP[k]
    const vq = rowQ[k]
    rowP[k] = cos * vp - sin * vq
    rowQ[k] = sin * vp + cos * vq
  }
}

function signed(vector: Float64Array): Float64Array {
  let largest = 0
  for (const component of vector) if (Math.abs(component) > Math.abs(largest)) largest = component
  return largest < 0 ? vector.map((component) => -component) : vector
}
