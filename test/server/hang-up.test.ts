import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { hangUp } from '../../src/server/hang-up.js'

const server = createServer()
afterAll(() => server.close())

/** A response to a caller who is still there, and what makes them hang up. */
async function begun(): Promise<{ raw: ServerResponse; hangUpNow: () => Promise<unknown> }> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  const caller = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  caller.on('error', () => {})
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse]
  return {
    raw,
    hangUpNow: () => {
      const closed = once(raw, 'close')
      caller.destroy()
      return closed
    },
  }
}

const signalFor = (raw: ServerResponse) => hangUp({ raw } as unknown as FastifyReply).signal

test('who hangs up before the answer is out is not waited for', async () => {
  const { raw, hangUpNow } = await begun()
  const signal = signalFor(raw)
  expect(signal.aborted).toBe(false)
  await hangUpNow()
  expect(signal.aborted).toBe(true)
})

test('nor is who hung up before anybody listened for it', async () => {
  const { raw, hangUpNow } = await begun()
  await hangUpNow()
  expect(signalFor(raw).aborted).toBe(true)
})
