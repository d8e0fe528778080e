import type { FastifyRequest } from 'fastify'
import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import { decodeBody } from '../http/read-body.ts'
import { withDeadline } from './deadline.ts'
import { type App, sendResult } from './serve.ts'

const maxBodyBytes = 256 * 1024

type SignedCall = { route: Route; receive: (request: FastifyRequest) => Promise<void> }

/** Serves calls of other servers. Their bodies stay text, because the signature covers each byte. */
export async function serveSignedCalls(app: App, calls: readonly SignedCall[]): Promise<void> {
  await app.register(async server => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => decodeBody(body),
    )
    for (const { route, receive } of calls)
      server.route({
        method: route.method,
        url: getRouteUrl(route),
        config: { contract: route },
        bodyLimit: maxBodyBytes,
        handler: (request, reply) =>
          withDeadline(app.config.callLimitMs, async () => {
            await receive(request)
            return sendResult(reply, route, undefined)
          }),
      })
  })
}

/** Returns the body of a signed call as text. */
export const getSignedBody = ({ body }: FastifyRequest): string =>
  typeof body === 'string' ? body : ''
