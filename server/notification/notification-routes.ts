import { notificationApi } from '#contract/notification.ts'
import { type App, serve, serveStream } from '../lib/call/serve.ts'
import { runInBatches } from '../lib/job/jobs.ts'
import { openNotificationHub } from './notification-hub.ts'
import * as store from './notification-store.ts'

/** `listenUrl`: a connection on which the database can speak unasked. */
export function notificationRoutes(app: App, listenUrl: string) {
  const hub = openNotificationHub(app, listenUrl)
  app.addHook('preClose', () => hub.stop())

  serve(app, notificationApi.list, ({ tx, query, principal: who }) =>
    store.listNotifications(tx, query, who),
  )
  serve(app, notificationApi.read, ({ tx, body, principal: who }) => store.markRead(tx, body, who))
  serveStream(app, notificationApi.stream, ({ who, stream, lastEventId }) =>
    hub.join(who, stream, lastEventId),
  )

  app.jobs['notice.forget'] = runInBatches(app, store.deleteOldNotifications)
}
