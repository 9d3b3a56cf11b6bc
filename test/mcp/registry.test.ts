import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { mcpCommand } from '../../src/cli/mcp-command.js'

const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'))

test('what the registry is told is what the package is', async () => {
  const { name, version } = await read('package.json')
  const server = await read('server.json')
  expect(server.version).toBe(version)
  expect(server.packages).toEqual([
    expect.objectContaining({ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }),
  ])
})

test('it starts a command that there is, with options that it has', async () => {
  const [{ packageArguments }] = (await read('server.json')).packages
  expect(packageArguments[0]).toEqual({ type: 'positional', value: 'mcp' })
  for (const { name } of packageArguments.slice(1)) expect(mcpCommand.help).toContain(`  ${name} `)
})

test('it keeps to the limits of the registry', async () => {
  const { name, description } = await read('server.json')
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect(description.length).toBeLessThanOrEqual(100)
})
