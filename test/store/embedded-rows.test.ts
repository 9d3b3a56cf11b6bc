import { rm } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { rowsAsBytes } from '../../src/store/embedded-rows.js'

let folder: string
let client: PGlite
beforeAll(async () => {
  folder = await newDataFolder()
  client = await PGlite.create({ dataDir: path.join(folder, 'database') })
})
afterAll(async () => {
  await client?.close()
  await rm(folder, { recursive: true, force: true })
})

test('text comes back to the byte, whatever its length', async () => {
  const letters = 'aé😀'
  const query = `SELECT n::text, repeat($1, n) FROM unnest(ARRAY[0, 1, 5, 8191, 8192, 400000]) AS n`
  const rows = await rowsAsBytes(client, query, [letters])
  expect(rows.map(([n]) => String(n))).toEqual(['0', '1', '5', '8191', '8192', '400000'])
  for (const [n, text] of rows) expect(text.equals(Buffer.from(letters.repeat(Number(String(n)))))).toBe(true)
})

test('no rows are none', async () => {
  expect(await rowsAsBytes(client, 'SELECT 1 WHERE false', [])).toEqual([])
})

test('a query that fails is told, and hurts no later one', async () => {
  await expect(rowsAsBytes(client, 'SELECT nothing', [])).rejects.toThrow()
  expect(await rowsAsBytes(client, 'SELECT 7', [])).toEqual([[Buffer.from('7')]])
})

test('others in a transaction are not disturbed', async () => {
  await client.query('CREATE TABLE counted (n integer)')
  const other = client.transaction(async (tx) => {
    await tx.query('INSERT INTO counted VALUES (1)')
    await new Promise((resolve) => setImmediate(resolve))
    await tx.rollback()
  })
  const rows = rowsAsBytes(client, 'SELECT n FROM counted', [])
  await other
  expect(await rows).toEqual([])
})
