// GET /healthz, /readyz, /metrics: for those who run the service.
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound, unauthorized } from '../api-error.js'
import type { ServerContext } from '../context.js'
import { howToReadMetrics, isMetricsReader } from '../metrics-reader.js'
import { readiness } from '../readiness.js'
import { health, readiness as readinessSchema } from '../schemas/service.js'
import { failuresOnly, success } from './responses.js'

const tags = ['service']

export function serviceRoutes(context: ServerContext): FastifyPluginAsyncZod {
  const { metrics, config } = context
  return async (app) => {
    app.route({
      method: 'GET',
      url: '/healthz',
      schema: {
        operationId: 'getHealth',
        summary: 'Whether the process is up',
        tags,
        security: [],
        response: { 200: success('It is.', health), ...failuresOnly('internal') },
      },
      handler: async () => ({ status: 'ok' as const }),
    })

    app.route({
      method: 'GET',
      url: '/readyz',
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether requests can be served',
        tags,
        security: [],
        response: {
          200: success('They can.', readinessSchema),
          503: success('They cannot.', readinessSchema),
          ...failuresOnly('internal'),
        },
      },
      handler: async (_, reply) => {
        const state = await readiness(context)
        return reply.code(state.status === 'ready' ? 200 : 503).send(state)
      },
    })

    app.route({
      method: 'GET',
      url: '/metrics',
      schema: {
        operationId: 'getMetrics',
        summary: 'Counts for Prometheus',
        description:
          'For this machine alone, or for who has METRICS_TOKEN; with METRICS_PORT on a port of its own instead.',
        tags,
        security: [{ bearer: [] }, {}],
        response: {
          200: success('In the text format.', z.string(), 'text/plain'),
          ...failuresOnly('unauthorized', 'not_found', 'internal'),
        },
      },
      handler: async (request, reply) => {
        if (config.metricsPort !== undefined) throw notFound('path: metrics have a port of their own here')
        if (!isMetricsReader(request, config)) throw unauthorized(howToReadMetrics)
        return reply.type(metrics.registry.contentType).send(await metrics.text())
      },
    })
  }
}
