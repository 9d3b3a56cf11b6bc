// While a server holds the data folder no other process may open it. Those who may read the folder can still have keys
// and credits managed: the server does it for them, through a socket in the folder.
import { rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Administration, AdministrationError } from './administration.js'

/** As it crosses the socket. A server that was started before an update must understand it as well, so the key keeps its old name. */
type Call = {
  [Name in keyof Administration]: { name: Name; wish: Parameters<Administration[Name]>[0] }
}[keyof Administration]
type Answer = { value: unknown } | { refused: string } | { failed: true }

/** unix(7): an address has room for 108 bytes, the last of which is zero. */
const LONGEST_ADDRESS_BYTES = 107
const OTHERS_MAY_NOTHING = 0o177

export function controlSocketIn(dataFolder: string): string | undefined {
  const file = path.resolve(dataFolder, 'control.sock')
  return Buffer.byteLength(file) <= LONGEST_ADDRESS_BYTES ? file : undefined
}

/** To be opened only by who holds the folder. Gives what closes it. */
export async function openControlSocket(
  socket: string,
  administration: Administration,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  // Left behind by a process that was killed.
  await rm(socket, { force: true })
  const server = createServer(async (incoming, outgoing) => {
    // Somebody wants to know whether anybody is here.
    if (incoming.method === 'HEAD') return outgoing.setHeader('connection', 'close').end()
    const answer = await fulfilled(administration, await text(incoming)).catch((error): Answer => {
      if (error instanceof AdministrationError) return { refused: error.message }
      onError(error)
      return { failed: true }
    })
    outgoing.setHeader('connection', 'close')
    outgoing.end(JSON.stringify(answer))
  })
  const mask = process.umask(OTHERS_MAY_NOTHING)
  try {
    server.listen(socket)
  } finally {
    process.umask(mask)
  }
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  return () => new Promise((resolve) => server.close(() => resolve()))
}

async function fulfilled(administration: Administration, body: string): Promise<Answer> {
  const { name, wish: request } = JSON.parse(body) as Call
  if (!Object.hasOwn(administration, name)) {
    throw new AdministrationError('the server is of another version, and cannot do this')
  }
  return { value: await administration[name](request as never) }
}

/** The administration at the other end; undefined when nobody listens there. */
export async function administrationAt(socket: string): Promise<Administration | undefined> {
  if (!(await isAnswered(socket))) return undefined
  const ask =
    <Name extends keyof Administration>(name: Name) =>
    async (request: unknown) => {
      const answer = JSON.parse(await sent(socket, 'POST', JSON.stringify({ name, wish: request }))) as Answer
      if ('refused' in answer) throw new AdministrationError(answer.refused)
      if ('failed' in answer) throw new AdministrationError('the server failed at it; its log says why')
      return answer.value as never
    }
  return {
    createKey: ask('createKey'),
    listKeys: ask('listKeys'),
    revokeKey: ask('revokeKey'),
    grant: ask('grant'),
    balance: ask('balance'),
    history: ask('history'),
    decisions: ask('decisions'),
    createWebhook: ask('createWebhook'),
    listWebhooks: ask('listWebhooks'),
    enableWebhook: ask('enableWebhook'),
    deleteWebhook: ask('deleteWebhook'),
    rotateWebhookSecret: ask('rotateWebhookSecret'),
    webhookLog: ask('webhookLog'),
    replayWebhook: ask('replayWebhook'),
  }
}

function isAnswered(socket: string): Promise<boolean> {
  return sent(socket, 'HEAD').then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'ENOTSOCK') return false
      throw error
    },
  )
}

function sent(socketPath: string, method: 'HEAD' | 'POST', body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method, path: '/' }, (answer) =>
      text(answer).then(resolve, reject),
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
