import type { IncomingMessage, ServerResponse } from 'node:http'

/** Only these paths, because other ones that start like them are paths of stores. */
export const isProbe = (url: string) => /^\/(health\/(live|ready)|metrics)(\?|$)/.test(url)

/** Replies to a request in a process that only runs jobs, and returns true. Returns false for probes. */
export function refuseCalls({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (isProbe(url)) return false
  response
    .writeHead(421, { 'content-type': 'text/plain' })
    .end('This process only runs background jobs.')
  return true
}
