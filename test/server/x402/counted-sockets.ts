import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface CountedSockets {
  /** From all who have connected since. */
  bytesRead(): number
}

export function countSockets(server: Server): CountedSockets {
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  return { bytesRead: () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0) }
}
