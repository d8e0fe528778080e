import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import type { Metrics } from '../lib/http/metrics.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'
import { createGauges } from './metrics-gauge.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Serves metrics for Prometheus. Without METRICS_TOKEN, or with another token, the path is unknown.
 */
export function metricsRoutes(app: App, metrics: Metrics | undefined, ownerUrl: string) {
  const { metricsToken } = app.config
  if (!metrics || !metricsToken) return
  const gauges = createGauges(app, metrics, ownerUrl)
  const expectedDigest = digest(`Bearer ${metricsToken}`)
  app.addHook('onClose', gauges.close)
  app.addHook('onRequest', (_request, _reply, done) => {
    metrics.startRequest()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    metrics.endRequest(
      request.method,
      getRouteLabel(request),
      reply.statusCode,
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get(
    '/metrics',
    { config: { operator: true }, exposeHeadRoute: false },
    async (request, reply) => {
      if (!isSameToken(expectedDigest, digest(request.headers.authorization ?? '')))
        throw new Problem(404, 'unknown_path')
      return reply
        .type('text/plain; version=0.0.4; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(metrics.render(await gauges.collect()))
    },
  )
}

/**
 * Returns the label of a route. All files of the pages share one, because their names change with
 * each build.
 */
function getRouteLabel({ routeOptions: { url, config } }: FastifyRequest): string {
  if (url === undefined) return 'none'
  return config.contract || config.publicFile || config.operator ? url : 'page'
}
