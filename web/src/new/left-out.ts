import type { Refusal } from '../api/request.js'
import type { PlannedFile } from './planned.js'

/** What is wrong with a file and not with the request. */
const ABOUT_FILES = ['unreadable_audio', 'unsupported_media', 'too_large']

/** The files that are sent when those that were refused are left out; undefined where that is no way on. */
export function withoutRefused(
  files: PlannedFile[],
  { code, details }: Pick<Refusal, 'code' | 'details'>,
): PlannedFile[] | undefined {
  const refused = new Set(details.map(({ file }) => file))
  const rest = files.filter(({ name }) => !refused.has(name))
  return ABOUT_FILES.includes(code) && rest.length > 0 && rest.length < files.length ? rest : undefined
}
