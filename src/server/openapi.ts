import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { ServerContext } from './context.js'
import { completeDocument } from './docs/complete-document.js'
import type { Document } from './docs/document.js'

const description = `Analyses batches of speech files and says which of them should be regenerated, and why.

Send an API key in the header \`X-API-Key\` or as \`Authorization: Bearer <API_KEY>\`. Each enabled check costs 1 credit per
file; files that were analysed before cost less. Every response carries an \`x-request-id\`.

Fields may be added to any answer; none is renamed or removed under /v1. Take no offence at fields that you do not know.

Known limits: made and tested for English; one speaker per file; intended sound effects can look like faults to the quality
sub-checks garble and staticNoise, which can be turned off.`

/** Made from the schemas that validate, and served at /openapi.json and /docs (see docs/routes.ts). To be registered before the routes. */
export async function documentRoutes(
  app: FastifyInstance,
  { config }: ServerContext,
  version: string,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Audio Audit', version, description },
      servers: [{ url: config.baseUrl }],
      tags: [
        { name: 'audits', description: 'Batches of files and what was found in them' },
        { name: 'reports', description: 'Sharing one audit without a key' },
        { name: 'account', description: 'Credits' },
        { name: 'voices', description: 'Voices that files are held against' },
        { name: 'webhooks', description: 'Being told of events instead of asking' },
        { name: 'service', description: 'For those who run the service' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (input) =>
      completeDocument(jsonSchemaTransformObject(input) as unknown as Document) as never,
  })
}
