import type { StoredFile } from '../store/audits.js'
import { notFound } from './api-error.js'
import type { ServerContext } from './context.js'

/** A browser may keep what it was sent, but asks before each use whether its link still works. */
export const FOR_WHO_ASKS_AGAIN = 'private, no-cache'

/** The file that a signed link stands for. Fails with "not_found" when the link is wrong, too old or was ended. */
export async function linkedFile(
  { store, links }: Pick<ServerContext, 'store' | 'links'>,
  auditId: string,
  position: number,
  signed: { expires: number; signature: string },
): Promise<StoredFile> {
  const file = await store.audits.file(auditId, position)
  const isAllowed = file && links.allowsAudio({ id: auditId, reportRevokedAt: file.reportRevokedAt }, signed)
  if (!isAllowed) throw notFound('file any more, or the link to it has ended')
  return file
}
