// What scripts/run-dockerfile.ts, which is run by hand, reads; and the order of the layers.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isSent, readRules } from '../../scripts/dockerfile/context.js'
import { readDockerfile } from '../../scripts/dockerfile/instructions.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

test('a change of code comes after the weights, the runtime and the libraries', () => {
  const stages = readDockerfile(read('Dockerfile'))
  expect(stages.map(({ name }) => name)).toEqual(['build', 'dependencies', '2'])
  const copied = stages
    .at(-1)!
    .instructions.flatMap((step) => (step.kind === 'COPY' ? step.sources.join(' ') : []))
  const heavy = ['weights', 'runtime/bin', 'node_modules'].map((part) =>
    copied.findIndex((sources) => sources.endsWith(part)),
  )
  expect(heavy).toEqual([0, 1, 2])
  expect(copied.at(-1)).toBe('/build/dist')
})

test('every kind of instruction is read', () => {
  const [stage] = readDockerfile(
    [
      'FROM node:22 AS one',
      'ENV A=1 \\',
      '    B=two',
      '# a comment \\',
      'COPY --from=other /a b/',
      'RUN first \\',
      '    && second',
      'CMD ["serve"]',
    ].join('\n'),
  )
  expect(stage).toEqual({
    name: 'one',
    instructions: [
      { kind: 'ENV', values: { A: '1', B: 'two' } },
      { kind: 'COPY', from: 'other', sources: ['/a'], to: 'b/' },
      { kind: 'RUN', command: 'first  && second' },
      { kind: 'CMD', words: ['serve'] },
    ],
  })
  expect(() => readDockerfile('FROM a\nADD b c')).toThrow('not known here: ADD b c')
})

test.each([
  ['src/cli/main.ts', true],
  ['packages/client/src/client.ts', true],
  ['packages/client/dist/client.js', false],
  ['node_modules/zod/package.json', false],
  ['data/secret', false],
  ['.git/config', false],
])('%s is sent to Docker: %s', (file, expected) => {
  expect(isSent(file, readRules(read('.dockerignore')))).toBe(expected)
})
