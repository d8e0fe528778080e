import type { Writable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../../config.ts'
import { translateStack } from './source-stack.ts'

type RequestLogFields = { code?: string; person?: string; store?: string }
const logFieldsByRequest = new WeakMap<FastifyRequest, RequestLogFields>()

/** Adds fields to the log line of a request: ids and codes, never user input. */
export const addLogFields = (request: FastifyRequest, fields: RequestLogFields) =>
  logFieldsByRequest.set(request, { ...logFieldsByRequest.get(request), ...fields })

/** Returns the logger options: JSON lines on the standard output or on `destination`. */
export const buildLogOptions = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: Writable,
): FastifyServerOptions['logger'] =>
  logLevel === 'silent'
    ? false
    : {
        level: logLevel,
        ...(destination && { stream: destination }),
        base: { pid: process.pid },
        timestamp: () => `,"time":"${new Date().toISOString()}"`,
        formatters: { level: level => ({ level }) },
        serializers: { err: serializeError, req: () => ({}), res: () => ({}) },
        hooks: { streamWrite: redactSecrets },
      }

/**
 * Sessions, keys, secrets and passwords in URLs. No code logs them; the patterns are a safety net.
 */
const secretPatterns: [RegExp, string][] = [
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, '[token]'],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/gi, '$1 [secret]'],
  [/\bsw_live_[\w-]{8,}/g, 'sw_live_[secret]'],
  [/\bwhsec_[\w+/=-]{8,}/g, 'whsec_[secret]'],
  [/\botpauth:\/\/[^\s"\\]+/g, '[otpauth]'],
  [/\b([a-z][a-z0-9+]*:\/\/[^\s/:@"\\]*):[^\s/@"\\]+@/g, '$1:[secret]@'],
]
export const redactSecrets = (line: string) =>
  secretPatterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)

type SerializedError = {
  type: string
  message: string
  stack: string
  code?: string
  constraint?: string
  cause?: object
}

/**
 * Returns the fields of an error that may be logged. All others are omitted: the driver adds the
 * query, its values and the rejected row to its errors, and other libraries add the whole request.
 */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value that is not an Error was thrown', stack: '' }
  const readText = (name: string) =>
    name in error ? String(Reflect.get(error, name) ?? '').slice(0, 200) : ''
  const [code, constraint] = [readText('code'), readText('constraint_name')]
  // The messages of PostgreSQL errors of class 22 and of JSON.parse quote the invalid value.
  const quotesValue = /^22/.test(code) || error instanceof SyntaxError
  const message = quotesValue ? error.message.replace(/".*"|'.*'/gs, '…') : error.message
  return {
    type: error.name,
    message: message.slice(0, 500),
    stack: translateStack(
      (error.stack ?? '')
        .split('\n')
        .filter(line => /^\s+at /.test(line))
        .slice(0, 12)
        .join('\n'),
    ),
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(error.cause !== undefined &&
      depth < 3 && { cause: serializeError(error.cause, depth + 1) }),
  }
}

/**
 * Adds the request id to every reply and logs one line for each request. The line contains the
 * pattern of the route, because URLs contain search terms.
 */
export function logRequests(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...logFieldsByRequest.get(request),
    }
    // Successful probes, which come every few seconds, are logged at the debug level only.
    if (/^\/(health\/|metrics$)/.test(route) && reply.statusCode < 500)
      request.log.debug(line, 'request')
    else request.log.info(line, 'request')
    done()
  })
}
