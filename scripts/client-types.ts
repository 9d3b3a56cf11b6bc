// The types of packages/client/src/api-types.ts, from the OpenAPI document; npm run derive writes them.
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import { openApiDocument } from './openapi-document.js'

export const typesFile = fileURLToPath(new URL('../packages/client/src/api-types.ts', import.meta.url))

const FIRST_REFUSAL = 400

const heading = `// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// Derived from the OpenAPI document by "npm run derive"; do not edit.

`

/** Descriptions become comments; examples are for the documentation. */
function withoutExamples(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutExamples)
  if (typeof part !== 'object' || part === null) return part
  const kept = Object.entries(part).filter(([key]) => key !== 'examples' && key !== 'example')
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutExamples(value)]))
}

/** The client turns every refusal into an ApiError: that each call may answer with each of them says nothing new. */
function withoutRefusals(document: { paths?: object }): void {
  for (const path of Object.values(document.paths ?? {}))
    for (const operation of Object.values(path as Record<string, { responses?: Record<string, unknown> }>))
      for (const status of Object.keys(operation.responses ?? {}))
        if (Number(status) >= FIRST_REFUSAL) delete operation.responses![status]
}

export async function clientTypes(): Promise<string> {
  const document = withoutExamples(await openApiDocument()) as { paths?: object }
  withoutRefusals(document)
  return heading + astToString(await openapiTypes(document as Parameters<typeof openapiTypes>[0]))
}
