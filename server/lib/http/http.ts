import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'
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
import { assertBodyExtent, decodeBody } from './read-body.ts'
import { isAborted, rejectDuplicateHeaders } from './request-check.ts'
import {
  createClientErrorHandler,
  limitSockets,
  maxHeaderBytes,
  socketTimeouts,
} from './socket-limit.ts'

/** Returns whether another server answers the request. */
type HandleElsewhere = (request: IncomingMessage, response: ServerResponse) => boolean
type SendError = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply
type HttpServerOptions = {
  logStream?: Writable | undefined
  handleElsewhere?: HandleElsewhere
  /** Sends the body of an error, by default as JSON. */
  sendError?: SendError
  /** Returns the URL that routes match, for the requested URL. */
  rewriteUrl?: (request: IncomingMessage) => string
}

/** Returns a Fastify server with the limits for all requests and with one format for all errors. */
export async function createHttpServer(
  config: Config,
  {
    logStream,
    handleElsewhere = () => false,
    sendError = sendJson,
    rewriteUrl,
  }: HttpServerOptions = {},
): Promise<FastifyInstance> {
  const headers = await buildApiHeaders(config)
  const server = Fastify({
    logger: buildLogOptions(config, logStream),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    // An id sent by the client is ignored, because it could be that of another request.
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    // Another server is chosen before routing, so that none of the hooks here run for its requests.
    serverFactory: handler => {
      const server = createServer(
        {
          maxHeaderSize: maxHeaderBytes,
          headersTimeout: socketTimeouts.headers,
          requestTimeout: socketTimeouts.request,
          connectionsCheckingInterval: socketTimeouts.checkInterval,
          keepAliveTimeout: socketTimeouts.keepAlive,
        },
        (request, response) => {
          if (!handleElsewhere(request, response)) handler(request, response)
        },
      )
      server.setTimeout(socketTimeouts.idle)
      return server
    },
    clientErrorHandler: createClientErrorHandler(headers),
    // X-Forwarded-For is trusted only from the configured proxies, because any client can send it.
    trustProxy: config.trustProxy.length > 0 && config.trustProxy,
    routerOptions: { maxParamLength: 300 },
    ...(rewriteUrl && { rewriteUrl }),
    // Requests that are rejected before a route is matched, such as one with a very long parameter.
    frameworkErrors: (_error, request, reply) =>
      sendProblem(new Problem(404, 'unknown_path'), request, reply.headers(headers), sendError),
  })
  logRequests(server)
  limitSockets(server.server, config.maxConnections)
  rejectDuplicateHeaders(server)
  await registerBodyParsers(server)
  server.setErrorHandler((error, request, reply) => {
    const problem = isAborted(request.raw) ? new Problem(400, 'unreadable') : toProblem(error)
    // A readiness probe that fails is not an error. The line of the request contains the status.
    if (problem.status >= 500 && problem.code !== 'not_ready')
      request.log.error(
        { err: error, method: request.method, route: request.routeOptions.url },
        problem.code,
      )
    return sendProblem(problem, request, reply, sendError)
  })
  return server
}

/** Accepts JSON and multipart bodies only, with limits on their size and depth. */
async function registerBodyParsers(server: FastifyInstance): Promise<void> {
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
  // Fastify parses plain text by default, which no call accepts.
  server.removeContentTypeParser('text/plain')
  // Many clients send the content type without a body, as with DELETE.
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
    // The body of a received email is a stream.
    if (!request.isMultipart() && !(request.body instanceof Readable))
      assertBodyExtent(request.body)
    done()
  })
}

function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  sendError: SendError,
) {
  const { retryAfterSeconds } = problem.details
  addLogFields(request, { code: problem.code })
  // Requests that are rejected before the hooks run have no request id header yet.
  reply.header('x-request-id', request.id)
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return sendError(problem, request, reply.status(problem.status))
}

const sendJson: SendError = (problem, request, reply) =>
  reply
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(problem.body(String(request.id)))
