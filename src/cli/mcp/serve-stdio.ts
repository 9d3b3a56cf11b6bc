// The Model Context Protocol over standard input and output, until the client is gone.
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { PoolOptions } from '../../audit/pool.js'
import { createAuditServer } from '../../mcp/audit-server.js'
import type { Door } from '../command.js'
import { printable } from '../printable.js'
import { localBackend } from './local-backend.js'
import { Roots } from './roots.js'

export interface McpRequest {
  roots: string[]
  version: string
  pool: PoolOptions
}

export async function serveMcp(
  { roots, version, pool }: McpRequest,
  { stderr, stdout, signal }: Door,
): Promise<void> {
  const backend = localBackend(await Roots.open(roots), pool)
  // Standard output belongs to the protocol.
  const onFault = (error: unknown) => {
    stderr.write(`audio-audit: ${printable(error instanceof Error ? `${error.stack}` : String(error))}\n`)
  }
  const transport = new StdioServerTransport(process.stdin, stdout)
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const handle = serveStdio(() => createAuditServer(backend, { version, onFault }), {
    transport,
    // What is no message is told, and the next one is read.
    onerror: (error) => stderr.write(`audio-audit: ${printable(error.message)}\n`),
  })
  try {
    await ended
  } finally {
    await handle.close()
    await backend.close()
  }
}
