// Errors on their way from a worker to the caller. A structured clone keeps the message of an error but neither its class
// nor its own fields, so the known kinds are written down by name and built anew on the other side.
import { inspect } from 'node:util'
import { DecodeError, type DecodeFault } from '../audio/decode/error.js'
import { ModelError } from '../speech/models.js'
import { FileError, type FileFault } from './errors.js'

export interface PackedError {
  kind: 'decode' | 'file' | 'model' | 'other'
  fault: string
  message: string
  /** Where it was thrown and by what it was caused, for the log: the stack of the new error would end at the pool. */
  stack: string
}

export function packError(error: unknown): PackedError {
  const { message } = error instanceof Error ? error : new Error(String(error))
  const stack = inspect(error)
  if (error instanceof DecodeError) return { kind: 'decode', fault: error.fault, message, stack }
  if (error instanceof FileError) return { kind: 'file', fault: error.fault, message, stack }
  if (error instanceof ModelError) return { kind: 'model', fault: '', message, stack }
  return { kind: 'other', fault: '', message, stack }
}

export function unpackError({ kind, fault, message, stack }: PackedError): Error {
  const error = built(kind, fault, message)
  error.stack = stack
  return error
}

function built(kind: PackedError['kind'], fault: string, message: string): Error {
  if (kind === 'decode') return new DecodeError(fault as DecodeFault, message)
  if (kind === 'file') return new FileError(fault as FileFault, message)
  if (kind === 'model') return new ModelError(message)
  return new Error(message)
}
