/** Why a file could not be decoded; every fault that a decoder meets ends up as one of these. */
export type DecodeFault = 'empty' | 'unsupported' | 'no_audio' | 'truncated' | 'corrupt' | 'too_long'

/** The message is a plain sentence for the person who uploaded; callers add the name of the file. */
export class DecodeError extends Error {
  readonly fault: DecodeFault

  constructor(fault: DecodeFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DecodeError'
    this.fault = fault
  }
}

export function truncated(what: string): DecodeError {
  return new DecodeError('truncated', `The file is cut short: ${what}. Upload the complete file.`)
}

export function corrupt(what: string, cause?: unknown): DecodeError {
  const options = cause === undefined ? undefined : { cause }
  return new DecodeError('corrupt', `The file is damaged: ${what}. Export or upload it again.`, options)
}

export function unsupported(what: string): DecodeError {
  return new DecodeError(
    'unsupported',
    `${what}. Upload mp3, wav, flac, ogg (vorbis or opus), m4a, aac or wma.`,
  )
}

export function noAudio(what: string): DecodeError {
  return new DecodeError('no_audio', `${what}. Upload a file that holds sound.`)
}
