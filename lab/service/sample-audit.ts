import { createHash } from 'node:crypto'
import type { NewAudit, NewAuditFile } from '../../src/store/audits.js'

export const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

export function fileOf(content: string, name = `${content}.wav`): NewAuditFile {
  return { name, sha256: sha256(content), byteCount: Buffer.byteLength(content), mediaType: 'audio/wav' }
}

export function newAudit(over: Partial<NewAudit> = {}): NewAudit {
  return {
    source: 'api',
    selectedAnalyses: ['quality'],
    accuracy: 'standard',
    files: [fileOf('one'), fileOf('two')],
    leaseSec: 60,
    ...over,
  }
}

/** A result as the store is told of it. */
export function written<Result extends { score: number; summary: string }>(result: Result) {
  const { score, summary } = result
  return { resultJson: JSON.stringify(result), score, summary }
}

export const outcome = { ...written({ score: 97.5, summary: 'fine' }), regenCount: 0, creditsUsedMilli: 2000 }
