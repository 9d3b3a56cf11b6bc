import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { OwnPieces, type ReadPiece, takePart } from '../../src/speech/shared-pieces.js'
import type { Interval } from '../../src/speech/speech-data.js'

const pieces: Interval[] = Array.from({ length: 6 }, (_, index) => ({ startSec: index, endSec: index + 1 }))
const sharing = () => OwnPieces.of({ descriptor: -1, length: 0 }, pieces, pieces)

/** What is made of a piece tells which it was. */
function reader(): { read: ReadPiece; taken: number[] } {
  const taken: number[] = []
  return {
    taken,
    read: async ({ startSec, endSec }) => {
      taken.push(startSec)
      await nextTurn()
      return { words: [{ text: `word ${startSec}`, startSec, endSec, confidence: 1 }], tokens: [] }
    },
  }
}
const textsOf = (read: { words: { text: string }[] }[]) => read.map(({ words: [{ text }] }) => text)
const expected = pieces.map(({ startSec }) => `word ${startSec}`)

describe('shared pieces', () => {
  it('are all read by who listens where nobody takes part', async () => {
    const own = sharing()
    const { read, taken } = reader()
    expect(textsOf(await own.all(read))).toEqual(expected)
    expect(taken).toEqual([0, 1, 2, 3, 4, 5])
    own.close()
  })

  it('come in their order, each read once, whoever has read it', async () => {
    const own = sharing()
    const [one, other] = [reader(), reader()]
    const stop = new AbortController()
    const readThree: ReadPiece = async (piece) => {
      const read = await other.read(piece)
      if (other.taken.length === 3) stop.abort(new Error('enough'))
      return read
    }
    await expect(takePart(own.shared, readThree, stop.signal)).rejects.toThrow('enough')
    expect(textsOf(await own.all(one.read))).toEqual(expected)
    expect(other.taken).toEqual([0, 1, 2])
    expect(one.taken).toEqual([3, 4, 5])
    own.close()
  })

  it('are there already when others had them all before they were asked for', async () => {
    const own = sharing()
    await takePart(own.shared, reader().read)
    const { read, taken } = reader()
    expect(textsOf(await own.all(read))).toEqual(expected)
    expect(taken).toEqual([])
    own.close()
  })

  it('of one who fails or is stopped are left to the others', async () => {
    const own = sharing()
    await expect(takePart(own.shared, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const stopped = AbortSignal.abort(new Error('enough'))
    await expect(takePart(own.shared, reader().read, stopped)).rejects.toThrow('enough')
    const { read, taken } = reader()
    expect(textsOf(await own.all(read))).toEqual(expected)
    expect(taken).toEqual([0, 1, 2, 3, 4, 5])
    own.close()
  })

  it('of one who is gone without a word are read again', async () => {
    const own = sharing()
    // Takes the first piece and never comes back.
    takePart(own.shared, () => new Promise(() => {}))
    const { read, taken } = reader()
    expect(textsOf(await own.all(read, undefined, 100))).toEqual(expected)
    expect(taken).toEqual([1, 2, 3, 4, 5, 0])
    own.close()
  })

  it('are left alone once nobody wants them', async () => {
    const own = sharing()
    own.close()
    const { read, taken } = reader()
    await takePart(own.shared, read)
    expect(taken).toEqual([])
  })

  it('are not waited for by who is told to stop', async () => {
    const own = sharing()
    takePart(own.shared, () => new Promise(() => {}))
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(own.all(reader().read, signal)).rejects.toThrow('enough')
    own.close()
  })
})
