import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../call/problem.ts'

/** Returns whether the client closed the connection before it had sent the whole body. */
export const isAborted = ({ complete, destroyed }: IncomingMessage): boolean =>
  destroyed && complete === false

const singleHeaders = ['host', 'authorization']

/**
 * Rejects a request with two values of a header that has one (RFC 9112, section 3.2). Node uses the
 * first value, a proxy may have checked the other one.
 */
export function rejectDuplicateHeaders(server: FastifyInstance): void {
  // After the hooks that set the security headers.
  server.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
    done(hasDuplicateHeader(raw) ? new Problem(400, 'unreadable') : undefined)
  })
}

export const hasDuplicateHeader = ({ rawHeaders }: IncomingMessage): boolean =>
  singleHeaders.some(header => isRepeated(rawHeaders, header))

/** Compares the lengths first, because this runs for every header of every request. */
function isRepeated(rawHeaders: readonly string[], header: string): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === header.length && name.toLowerCase() === header) count += 1
  }
  return count > 1
}
