import { getRouteUrl, type Route } from '#contract/lib/call/api.ts'
import type { EventStream } from '../http/stream.ts'
import { authorize, getRequiredPermission } from './authorize.ts'
import { parseCall, type StoreCallInput } from './call-input.ts'
import { withDeadline } from './deadline.ts'
import type { App } from './serve.ts'

/** Serves a call that replies with events for as long as the client stays connected. */
export function serveStream<Q, B, R, P extends string>(
  app: App,
  route: Route<Q, B, R, P>,
  onOpen: (
    call: StoreCallInput<Q, B, P> & {
      stream: EventStream
      lastEventId: string | undefined
    },
  ) => void,
) {
  getRequiredPermission(route)
  app.route({
    method: 'GET',
    url: getRouteUrl(route),
    config: { contract: route },
    // A HEAD request would open a stream that no client reads.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const principal = await withDeadline(app.config.callLimitMs, () =>
        authorize(app, route, request),
      )
      const input = parseCall(route, request)
      const stream = app.streams.open(principal.personId)
      const lastEventId = request.headers['last-event-id']
      onOpen({
        ...input,
        principal,
        stream,
        lastEventId: lastEventId === undefined ? undefined : String(lastEventId),
      })
      return reply
        .status(200)
        .headers({
          'content-type': route.downloadType,
          'cache-control': 'no-store',
          // Tells nginx and similar proxies not to buffer the events.
          'x-accel-buffering': 'no',
        })
        .send(stream.body)
    },
  })
}
