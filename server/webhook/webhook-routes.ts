import { webhookApi } from '#contract/webhook.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { inParts } from '../lib/job/jobs.ts'
import { checkWebhookUrl } from './webhook-address.ts'
import * as log from './webhook-delivery-store.ts'
import * as store from './webhook-store.ts'

export function webhookRoutes(app: App) {
  serveRead(app, webhookApi.list, ({ tx }) => store.listWebhooks(tx))
  serveRead(app, webhookApi.get, ({ tx, params }) => store.viewWebhook(tx, params.id))
  serve(app, webhookApi.create, ({ tx, body, who }) => {
    checkWebhookUrl(app.config, body.url)
    return store.addWebhook(tx, app.keys, body, who)
  })
  serve(app, webhookApi.update, ({ tx, params, body, who }) => {
    if (body.url !== undefined) checkWebhookUrl(app.config, body.url)
    return store.changeWebhook(tx, params.id, body, who)
  })
  serve(app, webhookApi.remove, ({ tx, params }) => store.removeWebhook(tx, params.id))
  serve(app, webhookApi.rotateSecret, ({ tx, params, who }) =>
    store.rotateSecret(tx, app.keys, params.id, who),
  )
  serve(app, webhookApi.test, ({ tx, params }) => log.sendTest(tx, params.id))
  serveRead(app, webhookApi.deliveries, ({ tx, query, who }) => log.listDeliveries(tx, query, who))
  serveRead(app, webhookApi.delivery, ({ tx, params, who }) => log.viewDelivery(tx, params.id, who))
  serve(app, webhookApi.replay, ({ tx, params }) => log.replay(tx, params.id))

  app.jobs['webhook.forget'] = inParts(app, log.forgetSome)
}
