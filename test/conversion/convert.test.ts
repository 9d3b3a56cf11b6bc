import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { convert, convertedNames } from '../../src/conversion/convert.js'
import { modelFiles } from '../../src/speech/models.js'

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('convert', async () => {
  const files = await convert()

  it('makes every file that is pinned as made by the build, and no other', () => {
    expect([...files.keys()].toSorted()).toEqual(convertedNames.toSorted())
    expect(convertedNames.length).toBeGreaterThan(0)
  })

  // Where the conversion was changed on purpose: pin the sums that this prints, and say so if what is heard changes.
  it.each(convertedNames)('makes %s as it is pinned, byte for byte', (name) => {
    expect(sumOf(files.get(name)!)).toBe(modelFiles[name].sha256)
  })
})
