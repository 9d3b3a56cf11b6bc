// The types of packages/client/src/api-types.ts, from the OpenAPI document; npm run derive writes them.
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import { openApiDocument } from './openapi-document.js'

export const typesFile = fileURLToPath(new URL('../packages/client/src/api-types.ts', import.meta.url))

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

export async function clientTypes(): Promise<string> {
  const document = withoutExamples(await openApiDocument())
  return heading + astToString(await openapiTypes(document as Parameters<typeof openapiTypes>[0]))
}
