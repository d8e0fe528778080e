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

export function hasDuplicateHeader({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return singleHeaders.some(
    header => names.filter(name => name.toLowerCase() === header).length > 1,
  )
}
