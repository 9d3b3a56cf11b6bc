// Runs a command-line program compiled to WASI, with its files in memory: no temporary folder, no experimental
// module of Node. Only what a program needs that prints text and writes one file
// (https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md).

export interface WasiResult {
  exitCode: number
  stdout: string
  /** What the program wrote to the last file that it opened; empty when it opened none. */
  file: Uint8Array
}

// @types/node 20 does not describe WebAssembly, and the DOM's types would let browser globals into the whole project.
interface WasmInstance {
  exports: { memory: { buffer: ArrayBuffer }; _start(): void }
}
const wasm = (
  globalThis as unknown as {
    WebAssembly: {
      compile(bytes: Uint8Array): Promise<object>
      instantiate(module: object, imports: object): Promise<WasmInstance>
    }
  }
).WebAssembly

/** A compiled program, to be run any number of times. */
export type WasiProgram = object

export function compileWasi(bytes: Uint8Array): Promise<WasiProgram> {
  return wasm.compile(bytes)
}

const errno = { success: 0, badf: 8 } as const
const fileType = { characterDevice: 2, directory: 3, regularFile: 4 } as const
const rootFd = 3
const fileFd = 4
const inputFd = 5
const allRights = 0xffff_ffff_ffff_ffffn

class Exit extends Error {
  constructor(readonly code: number) {
    super(`the program ended with exit code ${code}`)
  }
}

/** The one file that a program may read. */
export const inputPath = '/input.txt'

export async function runWasi(program: WasiProgram, args: string[], input = ''): Promise<WasiResult> {
  const argBytes = args.map((arg) => new TextEncoder().encode(`${arg}\0`))
  const stdout: Uint8Array[] = []
  let file = new Uint8Array(0)
  let filePosition = 0
  const inputBytes = new TextEncoder().encode(input)
  let inputPosition = 0
  // A growing memory gets a new buffer, so both views are made anew at every call.
  const view = () => new DataView(instance.exports.memory.buffer)
  const bytes = () => new Uint8Array(instance.exports.memory.buffer)

  const writeFile = (data: Uint8Array) => {
    if (filePosition + data.length > file.length) {
      const longer = new Uint8Array(filePosition + data.length)
      longer.set(file)
      file = longer
    }
    file.set(data, filePosition)
    filePosition += data.length
  }

  const wasi = {
    args_sizes_get(countPtr: number, sizePtr: number) {
      view().setUint32(countPtr, argBytes.length, true)
      view().setUint32(
        sizePtr,
        argBytes.reduce((total, arg) => total + arg.length, 0),
        true,
      )
      return errno.success
    },
    args_get(pointersPtr: number, bufferPtr: number) {
      let at = bufferPtr
      argBytes.forEach((arg, index) => {
        view().setUint32(pointersPtr + 4 * index, at, true)
        bytes().set(arg, at)
        at += arg.length
      })
      return errno.success
    },
    clock_time_get(_clock: number, _precision: bigint, timePtr: number) {
      view().setBigUint64(timePtr, 0n, true)
      return errno.success
    },
    fd_prestat_get(fd: number, prestatPtr: number) {
      if (fd !== rootFd) return errno.badf
      view().setUint32(prestatPtr, 0, true)
      view().setUint32(prestatPtr + 4, 1, true)
      return errno.success
    },
    fd_prestat_dir_name(_fd: number, namePtr: number) {
      bytes()[namePtr] = '/'.charCodeAt(0)
      return errno.success
    },
    fd_fdstat_get(fd: number, statPtr: number) {
      const type =
        fd === rootFd
          ? fileType.directory
          : fd === fileFd || fd === inputFd
            ? fileType.regularFile
            : fileType.characterDevice
      bytes().fill(0, statPtr, statPtr + 24)
      view().setUint8(statPtr, type)
      view().setBigUint64(statPtr + 8, allRights, true)
      view().setBigUint64(statPtr + 16, allRights, true)
      return errno.success
    },
    fd_fdstat_set_flags: () => errno.success,
    path_open(_fd: number, _flags: number, pathPtr: number, pathLength: number, ...rest: unknown[]) {
      const path = Buffer.from(bytes().slice(pathPtr, pathPtr + pathLength)).toString()
      const fdPtr = rest.at(-1) as number
      if (inputPath.endsWith(`/${path}`)) {
        inputPosition = 0
        view().setUint32(fdPtr, inputFd, true)
        return errno.success
      }
      file = new Uint8Array(0)
      filePosition = 0
      view().setUint32(fdPtr, fileFd, true)
      return errno.success
    },
    fd_write(fd: number, vectorsPtr: number, vectorCount: number, writtenPtr: number) {
      let written = 0
      for (let index = 0; index < vectorCount; index++) {
        const start = view().getUint32(vectorsPtr + 8 * index, true)
        const data = bytes().slice(start, start + view().getUint32(vectorsPtr + 8 * index + 4, true))
        if (fd === fileFd) writeFile(data)
        else stdout.push(data)
        written += data.length
      }
      view().setUint32(writtenPtr, written, true)
      return errno.success
    },
    fd_read(fd: number, vectorsPtr: number, vectorCount: number, readPtr: number) {
      let read = 0
      for (let index = 0; fd === inputFd && index < vectorCount; index++) {
        const start = view().getUint32(vectorsPtr + 8 * index, true)
        const length = view().getUint32(vectorsPtr + 8 * index + 4, true)
        const data = inputBytes.subarray(inputPosition, inputPosition + length)
        bytes().set(data, start)
        inputPosition += data.length
        read += data.length
      }
      view().setUint32(readPtr, read, true)
      return errno.success
    },
    fd_seek(fd: number, offset: bigint, whence: number, positionPtr: number) {
      if (fd !== fileFd) return errno.badf
      filePosition = [0, filePosition, file.length][whence] + Number(offset)
      view().setBigUint64(positionPtr, BigInt(filePosition), true)
      return errno.success
    },
    fd_close: () => errno.success,
    proc_exit(code: number) {
      throw new Exit(code)
    },
  }

  const instance = await wasm.instantiate(program, { wasi_snapshot_preview1: wasi })
  let exitCode = 0
  try {
    instance.exports._start()
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    exitCode = error.code
  }
  return { exitCode, stdout: Buffer.concat(stdout).toString(), file }
}
