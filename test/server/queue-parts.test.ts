import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { queueParts } from '../../src/server/queue-parts.js'

const textOf = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

describe('what is shared by Redis', () => {
  test('is there where its client is installed', async () => {
    expect(Object.keys(await queueParts()).toSorted()).toEqual([
      'ListenWorker',
      'QueuePool',
      'SharedRates',
      'expectRedis',
    ])
  })

  test('says what to install where it is not', async () => {
    const load = () => import('no-such-client-of-redis' as string)
    await expect(queueParts(load)).rejects.toThrow(
      /client is not installed\. Run "npm install bullmq@6\.7\.0 ioredis@6\.0\.0"/,
    )
  })

  test('is installed in the same versions for tests, in the image and by the documents', () => {
    const { peerDependencies, devDependencies } = JSON.parse(textOf('package.json'))
    expect(devDependencies).toMatchObject(peerDependencies)
    const packages = Object.entries(peerDependencies).map(([name, version]) => `${name}@${version}`)
    for (const file of ['Dockerfile', 'docs/production.md'])
      expect(textOf(file)).toContain(packages.join(' '))
  })
})
