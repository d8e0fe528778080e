import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Writable } from 'node:stream'
import type { Config } from '../config.ts'
import { logOptions, logRequests, noteFacts } from './log.ts'
import { isPageRequest } from './pages.ts'
import { Problem, toProblem } from './problem.ts'

/** Fastify with the limits that every request is under, and with one shape for every failure. */
export async function openHttp(config: Config, logTo?: Writable): Promise<FastifyInstance> {
  const http = Fastify({
    logger: logOptions(config, logTo),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Of our own making: one that a client sends could name another request, or hold anything.
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
    // What is refused before any route is found, such as an endless parameter.
    frameworkErrors: (_error, request, reply) => sendProblem(new Problem(404, 'not_found', 'There is nothing at this address'), request, reply),
  })
  logRequests(http)
  await http.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 20, fields: 20 } })
  // A body of another type would reach a handler unread.
  http.removeContentTypeParser('text/plain')
  // Many clients name the type also where they send nothing, as with DELETE.
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => (body === '' ? done(null, undefined) : parseJson(request, String(body), done)))
  http.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    if (problem.status >= 500) request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, problem.code)
    return sendProblem(problem, request, reply)
  })
  http.setNotFoundHandler((request, reply) => {
    if (isPageRequest(request.method, request.url, request.headers.accept)) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    throw new Problem(404, 'not_found', 'There is nothing at this address')
  })
  return http
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfterSeconds } = problem.extra
  noteFacts(request, { code: problem.code })
  // Also where a request was refused before anything else could name it.
  reply.header('x-request-id', request.id)
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return reply.status(problem.status).serializer(JSON.stringify).type('application/json; charset=utf-8').send(problem.body(String(request.id)))
}
