import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { isPageRequest } from './pages.ts'
import { Problem, toProblem } from './problem.ts'

/** Fastify with the limits that every request is under, and with one shape for every failure. */
export async function openHttp(config: Config): Promise<FastifyInstance> {
  const http = Fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
  })
  await http.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 20, fields: 20 } })
  // A body of another type would reach a handler unread.
  http.removeContentTypeParser('text/plain')
  http.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    if (problem.status >= 500) request.log.error({ err: error, url: request.url }, problem.code)
    const { retryAfterSeconds } = problem.extra
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    return reply.status(problem.status).serializer(JSON.stringify).type('application/json; charset=utf-8').send(problem.body(String(request.id)))
  })
  http.setNotFoundHandler((request, reply) => {
    if (isPageRequest(request.method, request.url, request.headers.accept)) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    throw new Problem(404, 'not_found', 'There is nothing at this address')
  })
  return http
}
