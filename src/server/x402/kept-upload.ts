// The files of a request whose price is told are kept for as long as the price holds, so that the payment need not come with
// them again. They lie where audio lies, so that any server on the same database finds them.
import path from 'node:path'
import type { Caller } from '../../store/caller.js'
import type { KeptRequest } from '../../store/kept-requests.js'
import { spool } from '../../store/spool.js'
import type { AuditOrder } from '../audit/order.js'
import { newUpload, type Upload } from '../audit/upload.js'
import type { ServerContext } from '../context.js'

const BYTES_PER_MIB = 2 ** 20
/** Of all the room, for one sender: nobody keeps the others out alone. */
const SENDER_SHARE = 0.25

/** False when they are not kept, for whatever reason: then the payment has to come with the whole request. */
export async function keepUpload(
  { store, config, log }: ServerContext,
  quoteId: string,
  { query, fields, files, references }: AuditOrder,
  sender: Caller,
): Promise<boolean> {
  // Only files of the batch are kept.
  if (references.length > 0) return false
  const mostBytes = config.x402KeptMb * BYTES_PER_MIB
  const request: KeptRequest = {
    id: quoteId,
    sender,
    query,
    fields: [...fields],
    files: files.map(({ name, sha256, byteCount }) => ({ name, sha256, byteCount })),
  }
  const isBegun = await store.keptRequests.begin(request, {
    lifeSec: config.x402QuoteMinutes * 60,
    mostBytes,
    mostBytesPerSender: SENDER_SHARE * mostBytes,
  })
  // What had to make room.
  await store.audio.dropUnreferenced(sender)
  if (!isBegun) return false
  try {
    for (const { sha256, path: file } of files) await store.audio.put({ caller: sender, sha256 }, file)
    return await store.keptRequests.finish(quoteId)
  } catch (err) {
    // The price can be told all the same.
    log.warn({ err }, 'the files of a request could not be kept for its payment')
    await store.keptRequests.delete(quoteId)
    await store.audio.dropUnreferenced(sender)
    return false
  }
}

/** As if they had been uploaded just now. Undefined when they are gone. */
export async function uploadAgain(
  { store, uploadsFolder }: ServerContext,
  { sender, fields, files }: KeptRequest,
  signal: AbortSignal,
): Promise<Upload | undefined> {
  const upload = await newUpload(uploadsFolder)
  try {
    for (const [at, { name, sha256 }] of files.entries()) {
      const content = await store.audio.get({ caller: sender, sha256 })
      if (!content) {
        await upload.discard()
        return undefined
      }
      const file = path.join(upload.folder, String(at))
      upload.files.push({ name, path: file, ...(await spool(content.stream, file, { signal })) })
    }
    for (const [name, value] of fields) upload.fields.set(name, value)
    return upload
  } catch (error) {
    await upload.discard()
    signal.throwIfAborted()
    throw error
  }
}
