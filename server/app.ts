import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type RouteOptions } from 'fastify'
import { accountRoutes } from './account/account-routes.ts'
import { businessRoutes } from './business/business-routes.ts'
import { categoryRoutes } from './category/category-routes.ts'
import type { Config } from './config.ts'
import { openDb } from './lib/db.ts'
import { readKeys } from './lib/keys.ts'
import { Problem, toProblem } from './lib/problem.ts'
import type { App } from './lib/serve.ts'

export type AppOptions = { config: Config; ownerUrl: string; appUrl: string; onRoute?: (route: RouteOptions) => void }

/** The map of the server: what every call passes, in order, then one line a feature. */
export async function buildApp({ config, ownerUrl, appUrl, onRoute }: AppOptions): Promise<App> {
  const fastify = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
  })
  const app: App = Object.assign(fastify, { db: openDb(appUrl, config), keys: await readKeys(ownerUrl), config })
  app.addHook('onClose', () => app.db.end())
  if (onRoute) app.addHook('onRoute', onRoute)

  await app.register(helmet, { contentSecurityPolicy: false })
  await app.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 20, fields: 20 } })
  // A body of another type would reach a handler unread.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    if (problem.status >= 500) request.log.error({ err: error, url: request.url }, problem.code)
    const { retryAfterSeconds } = problem.extra
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    return reply.status(problem.status).serializer(JSON.stringify).type('application/json; charset=utf-8').send(problem.body(String(request.id)))
  })
  app.setNotFoundHandler(() => { throw new Problem(404, 'not_found', 'There is nothing at this address') })

  accountRoutes(app)
  businessRoutes(app)
  categoryRoutes(app)
  return app
}
