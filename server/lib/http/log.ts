import type { Writable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../../config.ts'

type RequestLogFields = { code?: string; person?: string; business?: string }
const logFieldsByRequest = new WeakMap<FastifyRequest, RequestLogFields>()

/** Adds to the line that a request gets in the log: ids and codes, never what somebody typed. */
export const addLogFields = (request: FastifyRequest, fields: RequestLogFields) =>
  logFieldsByRequest.set(request, { ...logFieldsByRequest.get(request), ...fields })

/** Lines of JSON on the standard output, or wherever `to` goes. */
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

/** What no line should hold in the first place, taken out should one ever do: sessions, keys, secrets and passwords in addresses. */
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

/**
 * An error as a log may keep it. The driver hangs the query, its values and the refused row on its errors, and others the whole
 * request; so what is kept is named, and the rest is dropped.
 */
export function serializeError(
  error: unknown,
  depth = 0,
): {
  type: string
  message: string
  stack: string
  code?: string
  constraint?: string
  cause?: object
} {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: '' }
  const readText = (name: string) =>
    name in error ? String(Reflect.get(error, name) ?? '').slice(0, 200) : ''
  const [code, constraint] = [readText('code'), readText('constraint_name')]
  // Class 22 of PostgreSQL, and reading JSON, repeat the value that could not be read.
  const repeatsValue = /^22/.test(code) || error instanceof SyntaxError
  return {
    type: error.name,
    message: (repeatsValue ? error.message.replace(/".*"|'.*'/gs, '…') : error.message).slice(
      0,
      500,
    ),
    stack: (error.stack ?? '')
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .slice(0, 12)
      .join('\n'),
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(error.cause !== undefined &&
      depth < 3 && { cause: serializeError(error.cause, depth + 1) }),
  }
}

/** Every answer names its request, and every request is a line: by the pattern of its route, since addresses hold what people search for. */
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
    // Probes ask every few seconds, and say nothing while all is well.
    if (/^\/(health\/|metrics$)/.test(route) && reply.statusCode < 500)
      request.log.debug(line, 'request')
    else request.log.info(line, 'request')
    done()
  })
}
