import { subscriberApi } from '#contract/customer/subscriber.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { exportSubscribers } from './subscriber-export.ts'
import { deleteSubscriber, listSubscribers } from './subscriber-store.ts'

export function subscriberRoutes(app: App) {
  serve(app, subscriberApi.list, ({ tx, query, principal }) =>
    listSubscribers(tx, query, principal.storeId),
  )
  serveDownload(app, subscriberApi.export, async ({ query, inTx, principal }) => ({
    fileName: `subscribers-${new Date().toISOString().slice(0, 10)}.csv`,
    stream: exportSubscribers(app, inTx, { storeId: principal.storeId, query }),
  }))
  serve(app, subscriberApi.delete, ({ tx, params }) => deleteSubscriber(tx, params.id))
}
