import { notificationApi } from '#contract/staff/notification.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveStream } from '../lib/call/serve-stream.ts'
import { openNotificationHub } from './notification-hub.ts'
import { getPositionBefore, getResumePosition } from './notification-position.ts'
import { listNotifications, markRead } from './notification-store.ts'

/** `listenUrl` is the database URL for LISTEN. It must not lead to a transaction pooler. */
export function notificationRoutes(app: App, listenUrl: string) {
  const hub = openNotificationHub(app, listenUrl)
  app.addHook('preClose', () => hub.stop())

  serve(app, notificationApi.list, ({ tx, query, principal }) =>
    listNotifications(tx, query, principal),
  )
  serve(app, notificationApi.read, ({ tx, body, principal }) => markRead(tx, body, principal))
  serveStream(app, notificationApi.stream, ({ principal, stream, lastEventId, query }) =>
    hub.join(principal, stream, getResumePosition(lastEventId) ?? getPositionBefore(query.age)),
  )
}
