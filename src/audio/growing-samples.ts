/** Half a minute of 16 kHz speech, in which most files find room. */
const FIRST_ROOM_SAMPLES = 30 * 16_000
/**
 * Longer sound is given room for an hour at once, or for as much as will be kept: memory that has not been written to costs nothing, while pieces kept in a
 * list and joined at the end, or copied at every doubling, would cost twice the sound. Not so for every file: the engine
 * counts what was asked for, 230 MB a file, when it decides whether to collect garbage.
 */
const LONG_ROOM_SAMPLES = 3600 * 16_000

/** Samples that arrive in pieces, kept as one array. */
export class GrowingSamples {
  private room: Float32Array
  private length = 0

  constructor(
    firstRoomSamples = FIRST_ROOM_SAMPLES,
    private readonly longRoomSamples = LONG_ROOM_SAMPLES,
  ) {
    this.room = new Float32Array(firstRoomSamples)
  }

  push(piece: Float32Array): void {
    const needed = this.length + piece.length
    if (needed > this.room.length) {
      const wanted = this.room.length === FIRST_ROOM_SAMPLES ? this.longRoomSamples : 2 * this.room.length
      const larger = new Float32Array(Math.max(needed, wanted))
      larger.set(this.whole())
      this.room = larger
    }
    this.room.set(piece, this.length)
    this.length = needed
  }

  /** All samples so far. */
  whole(): Float32Array {
    return this.room.subarray(0, this.length)
  }
}
