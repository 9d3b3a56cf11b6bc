import { openAsBlob } from 'node:fs'
import path from 'node:path'
import type { AudioSource, AuditQuery, CheckName, StartOptions } from './types.js'

const checkNames: readonly CheckName[] = ['comparison', 'quality', 'pace', 'scriptAccuracy']

export function auditQuery({ checks, forceFresh }: StartOptions): string {
  const query = Object.fromEntries(checkNames.map((name) => [name, String(checks.includes(name))]))
  const all = { ...query, ...(forceFresh !== undefined && { forceFresh: String(forceFresh) }) } as AuditQuery
  return String(new URLSearchParams(all as Record<string, string>))
}

/** Files on disk are only opened here: their content is read while it is sent, piece by piece. */
export async function auditForm(files: readonly AudioSource[], options: StartOptions): Promise<FormData> {
  const form = new FormData()
  const { accuracy, deviationThreshold, qualityChecks, scripts } = options
  if (accuracy !== undefined) form.set('accuracy', accuracy)
  if (deviationThreshold !== undefined) form.set('deviationThreshold', String(deviationThreshold))
  if (qualityChecks) form.set('qualityChecks', JSON.stringify(qualityChecks))
  if (scripts) form.set('scripts', JSON.stringify(scripts))
  for (const source of files) {
    const { name, content } = await opened(source)
    form.append('files', content, name)
  }
  return form
}

async function opened(source: AudioSource): Promise<{ name: string; content: Blob }> {
  if (typeof source === 'string') return opened({ path: source })
  if ('content' in source) return source
  return { name: source.name ?? path.basename(source.path), content: await openAsBlob(source.path) }
}
