import { noticeApi } from '#contract/notification.ts'
import { type App, serve, serveStream } from '../lib/call/serve.ts'
import { inParts } from '../lib/job/jobs.ts'
import { openHub } from './notice-hub.ts'
import * as store from './notice-store.ts'

/** `listenUrl`: a connection on which the database can speak unasked. */
export function noticeRoutes(app: App, listenUrl: string) {
  const hub = openHub(app, listenUrl)
  app.addHook('preClose', () => hub.stop())

  serve(app, noticeApi.list, ({ tx, query, who }) => store.listNotices(tx, query, who))
  serve(app, noticeApi.read, ({ tx, body, who }) => store.markRead(tx, body, who))
  serveStream(app, noticeApi.stream, ({ who, stream, lastEventId }) =>
    hub.join(who, stream, lastEventId),
  )

  app.jobs['notice.forget'] = inParts(app, store.forgetSome)
}
