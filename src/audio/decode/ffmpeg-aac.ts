// AAC is decoded by FFmpeg as the package audio-file-decoder carries it, compiled to WASM (LGPL). Its JavaScript
// is made for browsers: under Node it installs handlers for uncaught errors and prints what it meets. The WASM
// itself needs little from its host: one file to read, a clock, memory, and someone to note where its functions
// are. That host is here.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

export interface AacProperties {
  sampleRateHz: number
  channels: number
}

/** One segment takes some MB; a file that makes the decoder ask for more than this is hostile. */
const MAX_MEMORY_BYTES = 256 * 1024 * 1024
const WASM_PAGE_BYTES = 65_536
const FILE_DESCRIPTOR = 3
const REGULAR_FILE_MODE = 0o100644
const PATH = 'audio'

// The part of the WebAssembly interface used here: its types ship with those of browsers, not of Node.
type WasmModule = object
interface WasmApi {
  compile(bytes: Uint8Array): Promise<WasmModule>
  instantiate(module: WasmModule, imports: object): Promise<{ exports: unknown }>
  Module: { imports(module: WasmModule): { name: string }[] }
}
const wasmApi = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly

interface Exports {
  V: { buffer: ArrayBuffer; grow(pages: number): number }
  /** Runs the constructors, which register the functions and types below. */
  W(): void
  /** malloc and free */
  X(bytes: number): number
  _(pointer: number): void
  Y: { get(index: number): (...args: number[]) => number }
}

/** A C++ struct that is handed over by pointer. */
interface StructType {
  construct: number
  destroy: number
  /** Byte offset of each member. */
  fields: Map<string, number>
}

let compiled: Promise<WasmModule> | null = null

async function compile(): Promise<WasmModule> {
  const path = createRequire(import.meta.url).resolve('audio-file-decoder/decode-audio.wasm')
  return wasmApi.compile(await readFile(path))
}

export class FfmpegAac {
  #wasm!: Exports
  #file: Uint8Array = new Uint8Array(0)
  #filePosition = 0
  readonly #structs = new Map<string, StructType>()
  readonly #functions = new Map<string, { invoker: number; target: number }>()

  private constructor() {}

  /** An instance of its own for each file: what a hostile one leaves behind in memory goes with it. */
  static async create(): Promise<FfmpegAac> {
    compiled ??= compile().catch((error) => {
      compiled = null
      throw error
    })
    const module = await compiled
    const host = new FfmpegAac()
    // Most imports serve parts of FFmpeg that decoding does not touch: to those a plain 0 is answer enough.
    const imports: Record<string, (...args: number[]) => unknown> = {}
    for (const { name } of wasmApi.Module.imports(module)) imports[name] = () => 0
    Object.assign(imports, host.#memoryImports(), host.#fileImports(), host.#bindingImports())
    const instance = await wasmApi.instantiate(module, { a: imports })
    host.#wasm = instance.exports as unknown as Exports
    host.#wasm.W()
    return host
  }

  /** What the stream turns out to be; sample rate and channels with the extensions of HE-AAC. Null when unreadable. */
  properties(file: Uint8Array): AacProperties | null {
    return this.#withFile(file, (path) => {
      const result = this.#call('getProperties', path)
      const type = this.#struct('AudioProperties')
      const isGood = this.#status(result, type) >= 0
      const sampleRateHz = this.#int(result + type.fields.get('sampleRate')!)
      const channels = this.#int(result + type.fields.get('channelCount')!)
      this.#invoke(type.destroy, result)
      return isGood ? { sampleRateHz, channels } : null
    })
  }

  /** All samples, channels interleaved; null when any frame of it cannot be decoded. */
  decode(file: Uint8Array): Float32Array | null {
    return this.#withFile(file, (path) => {
      const optionType = this.#struct('DecodeAudioOptions')
      const options = this.#invoke(optionType.construct)
      new Uint8Array(this.#wasm.V.buffer)[options + optionType.fields.get('multiChannel')!] = 1
      const fromStart = 0
      const toEnd = -1
      const result = this.#call('decodeAudio', path, fromStart, toEnd, options)
      const type = this.#struct('DecodeAudioResult')
      const isGood = this.#status(result, type) >= 0
      // A std::vector is three pointers: its begin, its end, and the end of its storage.
      const vector = result + type.fields.get('samples')!
      const begin = this.#int(vector)
      const end = this.#int(vector + 4)
      const samples = isGood ? new Float32Array(this.#wasm.V.buffer.slice(begin, end)) : null
      this.#invoke(type.destroy, result)
      this.#invoke(optionType.destroy, options)
      return samples
    })
  }

  #withFile<T>(file: Uint8Array, work: (path: number) => T): T {
    this.#file = file
    this.#filePosition = 0
    // How the bindings pass a std::string: its length, then its bytes.
    const path = this.#wasm.X(4 + PATH.length)
    const heap = new Uint8Array(this.#wasm.V.buffer)
    new DataView(heap.buffer).setUint32(path, PATH.length, true)
    for (let i = 0; i < PATH.length; i++) heap[path + 4 + i] = PATH.charCodeAt(i)
    try {
      return work(path)
    } finally {
      this.#wasm._(path)
      this.#file = new Uint8Array(0)
    }
  }

  #call(name: string, ...args: number[]): number {
    const { invoker, target } = this.#functions.get(name)!
    return this.#invoke(invoker, target, ...args)
  }

  #invoke(tableIndex: number, ...args: number[]): number {
    return this.#wasm.Y.get(tableIndex)(...args)
  }

  #struct(name: string): StructType {
    return this.#structs.get(name)!
  }

  /** Every result begins with a Status, whose first member is FFmpeg's code: negative for a failure. */
  #status(result: number, type: StructType): number {
    return this.#int(result + type.fields.get('status')! + this.#struct('Status').fields.get('status')!)
  }

  #int(at: number): number {
    return new DataView(this.#wasm.V.buffer).getInt32(at, true)
  }

  #text(at: number): string {
    const heap = new Uint8Array(this.#wasm.V.buffer)
    const end = heap.indexOf(0, at)
    return Buffer.from(heap.subarray(at, end)).toString('latin1')
  }

  #memoryImports() {
    return {
      a: () => {
        throw new Error('FFmpeg gave up')
      },
      v: (to: number, from: number, length: number) => {
        new Uint8Array(this.#wasm.V.buffer).copyWithin(to, from, from + length)
      },
      w: (wantedBytes: number) => {
        const have = this.#wasm.V.buffer.byteLength
        const wanted = wantedBytes >>> 0
        if (wanted > MAX_MEMORY_BYTES) return 0
        this.#wasm.V.grow(Math.ceil((wanted - have) / WASM_PAGE_BYTES))
        return 1
      },
    }
  }

  /** Just enough of a file system for one file that is read and sought in. */
  #fileImports() {
    const END_OF_FILE = 2
    const FROM_HERE = 1
    return {
      // open
      z: () => {
        this.#filePosition = 0
        return FILE_DESCRIPTOR
      },
      // fstat
      D: (_descriptor: number, stat: number) => {
        const view = new DataView(this.#wasm.V.buffer)
        view.setUint32(stat + 12, REGULAR_FILE_MODE, true)
        view.setUint32(stat + 40, this.#file.length, true)
        view.setUint32(stat + 44, 0, true)
        return 0
      },
      // read into a list of buffers
      K: (_descriptor: number, vectors: number, count: number, readBytes: number) => {
        const view = new DataView(this.#wasm.V.buffer)
        const heap = new Uint8Array(this.#wasm.V.buffer)
        let total = 0
        for (let i = 0; i < count; i++) {
          const to = view.getUint32(vectors + 8 * i, true)
          const length = view.getUint32(vectors + 8 * i + 4, true)
          const part = this.#file.subarray(this.#filePosition, this.#filePosition + length)
          heap.set(part, to)
          this.#filePosition += part.length
          total += part.length
        }
        view.setUint32(readBytes, total, true)
        return 0
      },
      // seek, the offset in two halves
      t: (_descriptor: number, low: number, high: number, whence: number, newPosition: number) => {
        const offset = high * 2 ** 32 + (low >>> 0)
        const base =
          whence === END_OF_FILE ? this.#file.length : whence === FROM_HERE ? this.#filePosition : 0
        this.#filePosition = Math.max(0, base + offset)
        const view = new DataView(this.#wasm.V.buffer)
        view.setUint32(newPosition, this.#filePosition >>> 0, true)
        view.setUint32(newPosition + 4, 0, true)
        return 0
      },
      // write: what FFmpeg logs is dropped, but must count as written or it would try again for ever
      i: (_descriptor: number, vectors: number, count: number, writtenBytes: number) => {
        const view = new DataView(this.#wasm.V.buffer)
        let total = 0
        for (let i = 0; i < count; i++) total += view.getUint32(vectors + 8 * i + 4, true)
        view.setUint32(writtenBytes, total, true)
        return 0
      },
    }
  }

  /** The C++ side announces its functions and structs (Emscripten's embind); these note them down. */
  #bindingImports() {
    const structByType = new Map<number, StructType>()
    return {
      g: (type: number, name: number, _s: number, construct: number, _d: number, destroy: number) => {
        const struct = { construct, destroy, fields: new Map<string, number>() }
        structByType.set(type, struct)
        this.#structs.set(this.#text(name), struct)
      },
      c: (type: number, name: number, _r: number, _s: number, _getter: number, getterContext: number) => {
        // The context of the getter is a C++ member pointer: the offset of the member.
        structByType.get(type)!.fields.set(this.#text(name), this.#int(getterContext))
      },
      l: (
        name: number,
        _count: number,
        _types: number,
        _signature: number,
        invoker: number,
        target: number,
      ) => {
        this.#functions.set(this.#text(name), { invoker, target })
      },
    }
  }
}
