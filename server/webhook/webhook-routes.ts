import { webhookApi } from '#contract/developer/webhook.ts'
import type { CredentialGuard } from '../account/rule/credential-guard.ts'
import { type App, serve, serveRead, serveWithoutTransaction } from '../lib/call/serve.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import { checkWebhookUrl } from './rule/webhook-url.ts'
import {
  createTestDelivery,
  getDeliveryBatch,
  listDeliveries,
  resendDelivery,
} from './webhook-delivery-store.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhookBatch,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhook-store.ts'

export function webhookRoutes(app: App, credentialGuard: CredentialGuard) {
  serveProtectedCalls(app, credentialGuard)
  serveRead(app, webhookApi.list, ({ tx }) => listWebhooks(tx))
  serveRead(app, webhookApi.get, ({ tx, params }) => getWebhookBatch(tx, params.id))
  serve(app, webhookApi.delete, ({ tx, params }) => deleteWebhook(tx, params.id))
  serve(app, webhookApi.test, ({ tx, params }) => createTestDelivery(tx, params.id))
  serveRead(app, webhookApi.listDeliveries, ({ tx, query, principal }) =>
    listDeliveries(tx, query, principal),
  )
  serveRead(app, webhookApi.getDelivery, ({ tx, params, principal }) =>
    getDeliveryBatch(tx, params.id, principal),
  )
  serve(app, webhookApi.resend, ({ tx, params }) => resendDelivery(tx, params.id))
}

/** Serves the calls that give a program access to more data of the store. */
function serveProtectedCalls(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  serveWithoutTransaction(app, webhookApi.create, async call => {
    const { body, principal, inTx } = call
    checkWebhookUrl(app.config, body.url)
    await requireReauthentication(call)
    return inTx(async tx => {
      const webhook = await createWebhook(tx, app.keys, body, principal)
      await notifyAboutCredential(tx, principal, { kind: 'webhook_url_set', url: webhook.url })
      return webhook
    })
  })
  serveWithoutTransaction(app, webhookApi.update, async call => {
    const { params, body, principal, inTx } = call
    if (body.url !== undefined) checkWebhookUrl(app.config, body.url)
    const current = await inTx(tx => runBatch(getWebhookBatch(tx, params.id)))
    const isUrlChanged = body.url !== undefined && body.url !== current.url
    const isTurnedOn = body.isOn && (current.status === 'off' || current.status === 'stopped')
    const isProtected =
      isUrlChanged || isTurnedOn || body.events?.some(event => !current.events.includes(event))
    if (isProtected) await requireReauthentication(call)
    return inTx(async tx => {
      const webhook = await updateWebhook(tx, params.id, body, principal)
      const kind = isUrlChanged ? 'webhook_url_set' : 'webhook_changed'
      if (isProtected) await notifyAboutCredential(tx, principal, { kind, url: webhook.url })
      return webhook
    })
  })
  serveWithoutTransaction(app, webhookApi.rotateSecret, async call => {
    const { params, principal, inTx } = call
    await requireReauthentication(call)
    return inTx(async tx => {
      const webhook = await rotateWebhookSecret(tx, app.keys, params.id, principal)
      await notifyAboutCredential(tx, principal, { kind: 'webhook_changed', url: webhook.url })
      return webhook
    })
  })
}
