import { orderLabelApi } from '#contract/order/file/order-label.ts'
import { labelServiceApi } from '#contract/store/label-service.ts'
import type { CredentialGuard } from '../../account/rule/credential-guard.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { type App, serve, serveWithoutTransaction } from '../../lib/call/serve.ts'
import { openDisk } from '../../lib/file/disk.ts'
import { checkWebhookUrl, getWebhookPolicy } from '../../webhook/rule/webhook-url.ts'
import { cancelLabelJob } from './cancel-label-job.ts'
import { createLabel } from './create-label.ts'
import { deleteLabelService, getLabelService, setLabelService } from './label-service-store.ts'

/** Serves the label service of a store and the labels that it creates. */
export function labelRoutes(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  const { keys, config } = app
  const disk = openDisk(config, 'orders')
  const policy = getWebhookPolicy(config)
  Object.assign(app.jobs, cancelLabelJob(app, policy))
  serve(app, labelServiceApi.get, ({ tx }) => getLabelService(tx))
  // The service receives the addresses of customers.
  serveWithoutTransaction(app, labelServiceApi.set, async call => {
    const { body, principal, inTx } = call
    checkWebhookUrl(config, body.url)
    await requireReauthentication(call)
    return inTx(async tx => {
      const service = assertFound(await setLabelService(tx, keys, body))
      await notifyAboutCredential(tx, principal, { kind: 'label_service_changed', url: body.url })
      return service
    })
  })
  serve(app, labelServiceApi.delete, async ({ tx, principal }) => {
    const deleted = await deleteLabelService(tx)
    if (deleted)
      await notifyAboutCredential(tx, principal, {
        kind: 'label_service_changed',
        url: deleted.url,
      })
  })
  serve(app, orderLabelApi.getLabelService, async ({ tx }) => {
    const service = await getLabelService(tx)
    return service && { name: service.name }
  })
  serveWithoutTransaction(app, orderLabelApi.createLabel, ({ params, principal, inTx }) =>
    createLabel({ disk, keys, policy, storeId: principal.storeId, inTx }, params.id),
  )
}
