// The WMA decoders of FFmpeg as @audio/decode-wma carries them, compiled to WASM (LGPL). Its own reader of ASF
// files takes no notice of fragmented packets, other streams or missing data, so only the decoder is used.

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface WmaFormat {
  tag: number
  channels: number
  sampleRateHz: number
  bytesPerSec: number
  blockBytes: number
  bitsPerSample: number
  extra: Uint8Array
}

interface WmaModule {
  HEAPU8: Uint8Array
  HEAPF32: Float32Array
  _malloc(bytes: number): number
  _free(pointer: number): void
  _wma_create(
    channels: number,
    sampleRateHz: number,
    bitRate: number,
    blockBytes: number,
    tag: number,
    bitsPerSample: number,
    extra: number,
    extraBytes: number,
  ): number
  /** Pointer to interleaved samples, 0 when nothing came out. A null block drains the decoder. */
  _wma_decode(decoder: number, block: number, bytes: number): number
  _wma_samples(): number
  _wma_channels(): number
  _wma_samplerate(): number
}

type CreateModule = (options: { print(): void; printErr(): void }) => Promise<WmaModule>

export class WmaDecoder {
  readonly #module: WmaModule
  readonly #decoder: number
  readonly #input: number
  readonly #format: WmaFormat

  private constructor(module: WmaModule, decoder: number, input: number, format: WmaFormat) {
    this.#module = module
    this.#decoder = decoder
    this.#input = input
    this.#format = format
  }

  /** Null when the decoder refuses the format. Each file has an instance, and memory, of its own. */
  static async create(format: WmaFormat): Promise<WmaDecoder | null> {
    // The module is not an entry of the package, hence the way round by its path.
    const entry = createRequire(import.meta.url).resolve('@audio/decode-wma/package.json')
    const { default: createModule } = (await import(
      pathToFileURL(join(dirname(entry), 'src', 'wma.wasm.js')).href
    )) as { default: CreateModule }
    const silent = () => {}
    const module = await createModule({ print: silent, printErr: silent })
    const extra = module._malloc(format.extra.length + 1)
    module.HEAPU8.set(format.extra, extra)
    const decoder = module._wma_create(
      format.channels,
      format.sampleRateHz,
      format.bytesPerSec * 8,
      format.blockBytes,
      format.tag,
      format.bitsPerSample,
      extra,
      format.extra.length,
    )
    return decoder === 0 ? null : new WmaDecoder(module, decoder, module._malloc(format.blockBytes), format)
  }

  /** One array per channel, possibly empty; null when the block is broken. */
  decode(block: Uint8Array): Float32Array[] | null {
    this.#module.HEAPU8.set(block, this.#input)
    return this.#run(this.#input, block.length)
  }

  /** The overlap that the decoder still holds after the last block. */
  drain(): Float32Array[] | null {
    return this.#run(0, 0)
  }

  #run(pointer: number, bytes: number): Float32Array[] | null {
    const module = this.#module
    const output = module._wma_decode(this.#decoder, pointer, bytes)
    if (output === 0) return null
    const { channels, sampleRateHz } = this.#format
    if (module._wma_channels() !== channels || module._wma_samplerate() !== sampleRateHz) return null
    const count = module._wma_samples() / channels
    const start = output / Float32Array.BYTES_PER_ELEMENT
    return Array.from({ length: channels }, (_, c) => {
      const channel = new Float32Array(count)
      for (let i = 0; i < count; i++) channel[i] = module.HEAPF32[start + i * channels + c]
      return channel
    })
  }
}
