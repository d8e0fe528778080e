import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '../../config.ts'
import { Problem, toProblem } from '../call/problem.ts'
import { dataHeaders } from './headers.ts'
import { logOptions, logRequests, noteFacts } from './log.ts'
import { isPageRequest } from './pages.ts'
import { checkExtent, readText } from './read-body.ts'
import { limitSockets, maxHeaderBytes, refuseSocket, socketTimes } from './socket-limit.ts'

/** Fastify with the limits that every request is under, and with one shape for every failure. */
export async function openHttp(config: Config, logTo?: Writable): Promise<FastifyInstance> {
  const headers = await dataHeaders(config)
  const http = Fastify({
    logger: logOptions(config, logTo),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    // Of our own making: one that a client sends could name another request, or hold anything.
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: socketTimes.request,
    connectionTimeout: socketTimes.silence,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: socketTimes.headers,
      connectionsCheckingInterval: socketTimes.look,
    },
    clientErrorHandler: refuseSocket(headers),
    // Without one, the address that connected is the one that asks. With the header of a stranger anybody could be anybody.
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    routerOptions: { maxParamLength: 300 },
    // What is refused before any route is found, such as an endless parameter.
    frameworkErrors: (_error, request, reply) =>
      sendProblem(
        new Problem(404, 'not_found', 'There is nothing at this address'),
        request,
        reply.headers(headers),
      ),
  })
  logRequests(http)
  limitSockets(http.server, config.maxConnections)
  await http.register(multipart, {
    limits: {
      fileSize: 50 * 1024 * 1024,
      files: 20,
      fields: 20,
      parts: 40,
      fieldSize: 10_000,
      fieldNameSize: 100,
      headerPairs: 20,
    },
  })
  // A body of another type would reach a handler unread.
  http.removeContentTypeParser('text/plain')
  // Many clients name the type also where they send nothing, as with DELETE.
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = readText(Buffer.from(body))
      if (text === '') done(null, undefined)
      else parseJson(request, text, done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  http.addHook('preValidation', (request, _reply, done) => {
    if (!request.isMultipart()) checkExtent(request.body)
    done()
  })
  http.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    // A balancer that asks is no fault: its answer stands in the line of the request.
    if (problem.status >= 500 && problem.code !== 'not_ready')
      request.log.error(
        { err: error, method: request.method, route: request.routeOptions.url },
        problem.code,
      )
    return sendProblem(problem, request, reply)
  })
  http.setNotFoundHandler((request, reply) => {
    if (isPageRequest(request.method, request.url, request.headers.accept))
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
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
  return reply
    .status(problem.status)
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(problem.body(String(request.id)))
}
