// Uploads that never come to an end, to hold the places of others.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BOUNDARY } from '../../../lab/service/multipart.js'
import type { Attack, Scene, Shown } from '../attack.js'
import { type Client, pathOf, told } from '../client.js'
import { speech } from '../sounds.js'

/** Said to come, of which a byte a second does. */
const TOLD_BYTES = 50_000_000
const BYTE_EVERY_MS = 1_000

interface Held {
  socket: Socket
  answer: string
  isOpen: boolean
}

export function slowUpload(client: Client): Held {
  const socket = client.open([
    `POST ${pathOf({ files: {}, on: ['quality'] })} HTTP/1.1`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${TOLD_BYTES}`,
  ])
  const held: Held = { socket, answer: '', isOpen: true }
  socket.on('data', (piece) => {
    held.answer += piece
  })
  socket.on('close', () => {
    held.isOpen = false
  })
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="a.wav"\r\n\r\nRIFF`
  socket.write(head)
  client.bytesSent += head.length
  return held
}

async function hold(client: Client, count: number, { sizes, signal }: Scene): Promise<Held[]> {
  const all = Array.from({ length: count }, () => slowUpload(client))
  const until = Date.now() + sizes.slowSec * 1000
  while (Date.now() < until && !signal.aborted) {
    await sleep(BYTE_EVERY_MS)
    for (const { socket, isOpen } of all) {
      if (!isOpen || socket.destroyed) continue
      socket.write('x')
      client.bytesSent++
    }
  }
  return all
}

const statusOf = ({ answer }: Held) => /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]

function shown(all: Held[], sizes: Scene['sizes']): Shown {
  const counts = new Map<string, number>()
  for (const held of all) {
    const outcome = statusOf(held) ?? (held.isOpen ? 'still held' : 'hung up on')
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  for (const { socket } of all) socket.destroy()
  const failed = [...counts].filter(([outcome]) => /^5(?!03)/.test(outcome))
  const text = [...counts].map(([outcome, count]) => `${outcome}: ${count}`).join(', ')
  return {
    wrong: failed.map(([outcome, count]) => `${count} are answered with ${outcome}`),
    notes: [`of ${all.length} uploads after ${sizes.slowSec} s ${text}`],
  }
}

export const slowUploads: Attack[] = [
  {
    name: 'slow-uploads-key',
    fault: 2,
    about: '57 slow uploads on one key with 5 credits',
    isBesideHonest: true,
    async run(scene) {
      return shown(await hold(await scene.attacker(5), 57, scene), scene.sizes)
    },
  },
  {
    name: 'slow-uploads-anonymous',
    fault: 2,
    about: '19 slow uploads without a key',
    isBesideHonest: true,
    async run(scene) {
      const all = await hold(scene.stranger(), 19, scene)
      // Another stranger who only asks for the price.
      const files = { 'a.wav': (await speech(0)).bytes }
      const price = await scene.target.stranger().audit({ files, on: ['quality'] })
      const outcome = shown(all, scene.sizes)
      if (price.status !== 402)
        outcome.wrong.push(`another caller without a key is answered with ${told(price)}`)
      return outcome
    },
  },
]
