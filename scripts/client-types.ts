// Writes src/client/api-types.ts from the OpenAPI document: npm run client:types
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import { openApiDocument } from './openapi-document.js'

export const typesFile = fileURLToPath(new URL('../src/client/api-types.ts', import.meta.url))

const heading = `// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// Made from the OpenAPI document by "npm run client:types"; do not edit.

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

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(typesFile, await clientTypes())
