import { EndpointRefusedError, webhookAddress } from '../../webhooks/endpoints.js'
import { invalidRequest } from '../api-error.js'
import type { Identity } from '../auth.js'
import type { ServerContext } from '../context.js'

/** Where the end of this one audit is to be told; undefined when the request says nothing of it. Fails with "invalid_request". */
export async function webhookUrlOf(
  { store, outbound }: Pick<ServerContext, 'store' | 'outbound'>,
  identity: Identity | undefined,
  fields: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const sent = fields.get('webhookUrl')
  if (sent === undefined) return undefined
  const wrong = (message: string) => invalidRequest([{ field: 'webhookUrl', message }])
  if (!identity) {
    throw wrong('webhookUrl needs an API key: what is sent there is signed with a secret of the account.')
  }
  if (!(await store.webhookEndpoints.secretForRequests(identity.accountId))) {
    throw wrong(
      'webhookUrl needs a secret that what is sent there is signed with. Make one first: POST /v1/webhooks/secret.',
    )
  }
  try {
    return webhookAddress(sent, outbound)
  } catch (error) {
    if (!(error instanceof EndpointRefusedError)) throw error
    throw wrong(`webhookUrl: ${error.message}`)
  }
}
