import type { FileHandle } from 'node:fs/promises'

/** Random access to the bytes of one upload, so that a long file is never held whole. */
export interface ByteSource {
  readonly size: number
  /** Up to `length` bytes from `offset`; fewer only at the end of the data. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export function bytesInMemory(data: Uint8Array): ByteSource {
  return {
    size: data.byteLength,
    read: async (offset, length) => data.subarray(offset, Math.min(offset + length, data.byteLength)),
  }
}

/** The caller keeps the handle open while the source is in use, and closes it afterwards. */
export function bytesInFile(handle: FileHandle, size: number): ByteSource {
  return {
    size,
    read: async (offset, length) => {
      const wanted = Math.max(0, Math.min(length, size - offset))
      const buffer = new Uint8Array(wanted)
      let filled = 0
      while (filled < wanted) {
        const { bytesRead } = await handle.read(buffer, filled, wanted - filled, offset + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    },
  }
}
