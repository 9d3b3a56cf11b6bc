/**
 * Room for an hour of 16 kHz speech. Memory that has not been written to costs nothing, so the room is asked for at once;
 * pieces kept in a list and joined at the end would cost twice the sound.
 */
const FIRST_ROOM_SAMPLES = 3600 * 16_000

/** Samples that arrive in pieces, kept as one array. */
export class GrowingSamples {
  private room: Float32Array
  private length = 0

  constructor(firstRoomSamples = FIRST_ROOM_SAMPLES) {
    this.room = new Float32Array(firstRoomSamples)
  }

  push(piece: Float32Array): void {
    const needed = this.length + piece.length
    if (needed > this.room.length) {
      const larger = new Float32Array(Math.max(needed, 2 * this.room.length))
      larger.set(this.room)
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
