import { expect, test } from 'vitest'
import { setsIn } from '../../bench/peers/instruction-sets.js'

async function* lines(...given: string[]) {
  yield* given
}

test('the vector instructions of a program are told by its disassembly, and those that it lacks', async () => {
  expect(await setsIn(lines('  10:\tmovaps %xmm0,%xmm1', '  14:\tret'), 'x64')).toBe(
    'SSE, but not AVX-512, AVX',
  )
  expect(await setsIn(lines('\tvpmaddubsw %ymm1,%ymm2,%ymm3', '\tmovaps %xmm0,%xmm1'), 'x64')).toBe(
    'AVX, SSE, but not AVX-512',
  )
  expect(await setsIn(lines('\tsdot\tv0.4s, v1.16b, v2.16b'), 'arm64')).toBe('dot product, NEON')
})
