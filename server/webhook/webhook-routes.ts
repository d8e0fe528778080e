import { webhookApi } from '#contract/webhook.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import { type App, serve, serveRead, serveWithoutTransaction } from '../lib/call/serve.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import { runInBatches } from '../lib/job/jobs.ts'
import type { CredentialGuard } from '../rule/credential-guard.ts'
import * as log from './webhook-delivery-store.ts'
import * as store from './webhook-store.ts'
import { checkWebhookUrl } from './webhook-url.ts'

export function webhookRoutes(app: App, credentialGuard: CredentialGuard) {
  serveWebhookUrls(app, credentialGuard)
  serveRead(app, webhookApi.list, ({ tx }) => store.listWebhooks(tx))
  serveRead(app, webhookApi.get, ({ tx, params }) => store.getWebhookBatch(tx, params.id))
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

/** Serves the calls that set the URL of a webhook, which receives the data of the store. */
function serveWebhookUrls(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  serveWithoutTransaction(app, webhookApi.create, async call => {
    const { body, principal, inTx } = call
    checkWebhookUrl(app.config, body.url)
    await requireReauthentication(call)
    return inTx(async tx => {
      const webhook = await store.createWebhook(tx, app.keys, body, principal)
      await notifyAboutCredential(tx, principal, { kind: 'webhook_url_set', url: webhook.url })
      return webhook
    })
  })
  serveWithoutTransaction(app, webhookApi.update, async call => {
    const { params, principal, inTx } = call
    const { password, otp, ...body } = call.body
    if (body.url !== undefined) checkWebhookUrl(app.config, body.url)
    const { url } = await inTx(tx => runBatch(store.getWebhookBatch(tx, params.id)))
    const isUrlChanged = body.url !== undefined && body.url !== url
    if (isUrlChanged) {
      if (!password) throw createFieldProblem('password', 'required')
      await requireReauthentication({ ...call, body: { password, otp } })
    }
    return inTx(async tx => {
      const webhook = await store.updateWebhook(tx, params.id, body, principal)
      if (isUrlChanged)
        await notifyAboutCredential(tx, principal, { kind: 'webhook_url_set', url: webhook.url })
      return webhook
    })
  })
}
