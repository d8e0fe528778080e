import { Writable } from 'node:stream'
import { z } from 'zod'

const ErrorLine = z.object({ requestId: z.string(), err: z.object({ message: z.string() }) })
type CalledRoute = { feature: string; name: string }
type CallReply = { status: number; headers: Record<string, unknown> }

/**
 * Returns a log stream, and a function that throws the logged error of a reply with the status 500,
 * because the reply itself does not name the cause, such as a missing column.
 */
export function openErrorLog() {
  const messages = new Map<string, string>()
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      const line = ErrorLine.safeParse(JSON.parse(String(chunk)))
      if (line.success) messages.set(line.data.requestId, line.data.err.message)
      done()
    },
  })
  const assertNoServerError = ({ feature, name }: CalledRoute, { status, headers }: CallReply) => {
    const cause = messages.get(String(headers['x-request-id'])) ?? 'see the log'
    if (status === 500) throw new Error(`${feature}.${name} replied 500: ${cause}`)
  }
  return { logStream, assertNoServerError }
}
