import type { Refusal } from '../api/request.js'
import { visible } from '../parts/FileName.js'
import { Notice } from '../parts/Notice.js'

/** What the service refuses, with every file that it names. */
export function RefusalNotice({
  title,
  refusal,
}: {
  title: string
  refusal: Pick<Refusal, 'message' | 'details'> & { code?: string }
}) {
  const named = refusal.details.filter(({ file, message }) => file !== undefined && message)
  return (
    <Notice kind="error" title={title}>
      {named.length > 0 ? (
        <ul>
          {named.map(({ file, message }) => (
            <li key={file}>
              <bdi>
                <strong>{visible(file!)}</strong>
              </bdi>
              : <bdi>{visible(message!)}</bdi>
            </li>
          ))}
        </ul>
      ) : (
        <bdi>{visible(refusal.message)}</bdi>
      )}
      {refusal.code !== 'offline' && <p>Nothing was charged.</p>}
    </Notice>
  )
}
