import { webhookApi } from '#contract/webhook.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { runInBatches } from '../lib/job/jobs.ts'
import * as log from './webhook-delivery-store.ts'
import * as store from './webhook-store.ts'
import { checkWebhookUrl } from './webhook-url.ts'

export function webhookRoutes(app: App) {
  serveRead(app, webhookApi.list, ({ tx }) => store.listWebhooks(tx))
  serveRead(app, webhookApi.get, ({ tx, params }) => store.getWebhookBatch(tx, params.id))
  serve(app, webhookApi.create, ({ tx, body, principal }) => {
    checkWebhookUrl(app.config, body.url)
    return store.createWebhook(tx, app.keys, body, principal)
  })
  serve(app, webhookApi.update, ({ tx, params, body, principal }) => {
    if (body.url !== undefined) checkWebhookUrl(app.config, body.url)
    return store.updateWebhook(tx, params.id, body, principal)
  })
  serve(app, webhookApi.delete, ({ tx, params }) => store.deleteWebhook(tx, params.id))
  serve(app, webhookApi.rotateSecret, ({ tx, params, principal }) =>
    store.rotateWebhookSecret(tx, app.keys, params.id, principal),
  )
  serve(app, webhookApi.test, ({ tx, params }) => log.createTestDelivery(tx, params.id))
  serveRead(app, webhookApi.listDeliveries, ({ tx, query, principal }) =>
    log.listDeliveries(tx, query, principal),
  )
  serveRead(app, webhookApi.getDelivery, ({ tx, params, principal }) =>
    log.getDeliveryBatch(tx, params.id, principal),
  )
  serve(app, webhookApi.resend, ({ tx, params }) => log.resendDelivery(tx, params.id))

  app.jobs['webhook.cleanup'] = runInBatches(app, log.deleteOldEvents)
}
