/** Feature vectors of consecutive frames, one row after the other. */
export interface Matrix {
  frames: number
  dims: number
  /** `frames * dims` values; row `t` starts at `t * dims`. */
  data: Float32Array
}

/** A matrix whose rows know when they are. */
export interface TimedMatrix extends Matrix {
  /** Middle of each frame, in seconds from the first sample. */
  timesSec: Float64Array
}
