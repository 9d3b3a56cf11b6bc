import { SettingError } from '../audit/errors.js'
import { StoreError } from '../store/errors.js'
import { ConfigError } from './config.js'

const folderFaults = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC']

/** Why the service could not start, where that can be mended from outside, and how; one text a line. */
export function startFault(error: unknown): string[] | undefined {
  if (error instanceof ConfigError || error instanceof StoreError || error instanceof SettingError)
    return error.message.split('\n')
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return [`port ${port} is taken; set PORT to another one`]
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return ['the address in HOST cannot be listened on; 0.0.0.0 stands for all']
  }
  if (code === 'EACCES' && port) return [`port ${port} may not be used; set PORT to another one`]
  if (code && folderFaults.includes(code)) {
    return [`the data folder cannot be used (${code}); set AUDIO_AUDIT_DATA to one that can be written`]
  }
  return undefined
}
