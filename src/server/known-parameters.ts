// Parameters that an operation does not have are refused, not ignored: a slip in the name of one would go unseen.
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { didYouMean } from '../audit/nearest-name.js'
import { shortened } from '../audit/shortened.js'

const none = z.object({})

/** Operations of the API that name no parameters have none. Pages may be given any: they go by what the browser does. */
export function takeNoOthers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/v1/')) route.schema = { querystring: none, ...route.schema }
  })
}

/** As the schema has it, and with nothing beside in the query. */
export const requestValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route as never) as (data: unknown) => { error?: object[] }
  if (route.httpPart !== 'querystring') return validate as never
  const known = Object.keys((route.schema as z.ZodObject).shape)
  return ((query: object) => {
    const result = validate(query)
    const unknown = Object.keys(query).filter((name) => !known.includes(name))
    if (unknown.length === 0) return result
    return { error: [...unknown.map((name) => unknownParameter(name, known)), ...(result.error ?? [])] }
  }) as never
}

/** For a form that the handler reads piece by piece: there is no body to validate beforehand. */
export const validatorButForBody: FastifySchemaCompiler<z.ZodType> = (route) =>
  route.httpPart === 'body' ? (body: unknown) => ({ value: body }) : requestValidator(route)

function unknownParameter(name: string, known: string[]): object {
  const others = known.length === 0 ? 'there is none here' : `there are: ${known.join(', ')}`
  return {
    keyword: 'unknown',
    instancePath: '',
    schemaPath: '#',
    params: { field: shortened(name) },
    message: `There is no parameter "${shortened(name)}"; ${others}.${didYouMean(name, known)}`,
  }
}
