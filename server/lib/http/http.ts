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
import { buildApiHeaders } from './headers.ts'
import { addLogFields, buildLogOptions, logRequests } from './log.ts'
import { isPageRequest } from './pages.ts'
import { assertBodyExtent, decodeBody } from './read-body.ts'
import {
  createClientErrorHandler,
  limitSockets,
  maxHeaderBytes,
  socketTimeouts,
} from './socket-limit.ts'

/** Fastify with the limits that every request is under, and with one shape for every failure. */
export async function createHttpServer(
  config: Config,
  logStream?: Writable,
): Promise<FastifyInstance> {
  const headers = await buildApiHeaders(config)
  const server = Fastify({
    logger: buildLogOptions(config, logStream),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    // Of our own making: one that a client sends could name another request, or hold anything.
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    requestTimeout: socketTimeouts.request,
    connectionTimeout: socketTimeouts.idle,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: socketTimeouts.headers,
      connectionsCheckingInterval: socketTimeouts.checkInterval,
    },
    clientErrorHandler: createClientErrorHandler(headers),
    // Without one, the address that connected is the one that asks. With the header of a stranger anybody could be anybody.
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    routerOptions: { maxParamLength: 300 },
    // What is refused before any route is found, such as an endless parameter.
    frameworkErrors: (_error, request, reply) =>
      sendProblem(new Problem(404, 'unknown_path'), request, reply.headers(headers)),
  })
  logRequests(server)
  limitSockets(server.server, config.maxConnections)
  await server.register(multipart, {
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
  server.removeContentTypeParser('text/plain')
  // Many clients name the type also where they send nothing, as with DELETE.
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const text = decodeBody(Buffer.from(body))
      if (text === '') done(null, undefined)
      else parseJson(request, text, done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  server.addHook('preValidation', (request, _reply, done) => {
    if (!request.isMultipart()) assertBodyExtent(request.body)
    done()
  })
  server.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    // A balancer that asks is no fault: its answer stands in the line of the request.
    if (problem.status >= 500 && problem.code !== 'not_ready')
      request.log.error(
        { err: error, method: request.method, route: request.routeOptions.url },
        problem.code,
      )
    return sendProblem(problem, request, reply)
  })
  server.setNotFoundHandler((request, reply) => {
    if (isPageRequest(request.method, request.url, request.headers.accept))
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    throw new Problem(404, 'unknown_path')
  })
  return server
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfterSeconds } = problem.details
  addLogFields(request, { code: problem.code })
  // Also where a request was refused before anything else could name it.
  reply.header('x-request-id', request.id)
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return reply
    .status(problem.status)
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(problem.body(String(request.id)))
}
