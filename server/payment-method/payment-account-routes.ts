import { paymentAccountApi, paymentProviderNames } from '#contract/payment/payment-account.ts'
import type { CredentialGuard } from '../account/rule/credential-guard.ts'
import { type App, serveRead, serveWithoutTransaction } from '../lib/call/serve.ts'
import { getKeyHint } from '../payment-provider/account-failure.ts'
import {
  getPaymentProvider,
  getPaymentWebhookUrl,
} from '../payment-provider/get-payment-provider.ts'
import { isConnectedAccount } from '../payment-provider/stripe-client.ts'
import { paymentAccountJobs } from './check-payment-accounts.ts'
import {
  assertNoOpenPayments,
  deletePaymentAccount,
  findStoredAccount,
  getConnection,
  listConnections,
  saveAccount,
} from './payment-account-store.ts'
import { assertKeyFormat, prepareWebhook, verifyKey } from './verify-provider-key.ts'

export function paymentAccountRoutes(app: App, guard: CredentialGuard) {
  const { requireReauthentication, notifyAboutCredential } = guard
  const { config, keys } = app
  serveRead(app, paymentAccountApi.list, ({ tx, principal }) =>
    listConnections(config, tx, principal.storeId),
  )
  serveWithoutTransaction(app, paymentAccountApi.connect, async call => {
    const { body, principal, inTx } = call
    const { provider, key, name } = body
    const { storeId } = principal
    assertKeyFormat(body, config)
    await requireReauthentication(call)
    const current = await inTx(tx => findStoredAccount(keys, tx, provider))
    const api = getPaymentProvider(config, provider)
    await verifyKey(api, key, storeId)
    const url = getPaymentWebhookUrl(config, provider, storeId)
    const webhook = await prepareWebhook(api, body, { current, url })
    const deleteWebhook = async (webhookKey: string, id: string) => {
      if (id) await api.webhooks?.delete(webhookKey, id).catch(() => undefined)
    }
    const isNewWebhook = webhook.webhookId !== current?.webhookId
    try {
      const connection = await inTx(async tx => {
        // Payments that were opened with one account cannot be loaded with the other.
        if (current && isOtherAccount(current.key, key)) await assertNoOpenPayments(tx, provider)
        await saveAccount(tx, keys, {
          provider,
          key,
          isTest: api.isTestKey(key),
          name,
          ...webhook,
        })
        const maskedKey = `…${getKeyHint(key)}`
        await notifyAboutCredential(tx, principal, { kind: 'payment_account_connected', maskedKey })
        return getConnection(config, tx, { storeId, provider })
      })
      if (current && isNewWebhook) await deleteWebhook(current.key, current.webhookId)
      return connection
    } catch (error) {
      // Nothing was stored, so no one has the secret of the new webhook.
      if (isNewWebhook) await deleteWebhook(key, webhook.webhookId)
      throw error
    }
  })
  serveDisconnect(app, guard)
  Object.assign(app.jobs, paymentAccountJobs(app))
}

function serveDisconnect(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  const { config, keys } = app
  serveWithoutTransaction(app, paymentAccountApi.disconnect, async call => {
    const { body, principal, inTx } = call
    const { provider } = body
    await requireReauthentication(call)
    const current = await inTx(async tx => {
      const account = await findStoredAccount(keys, tx, provider)
      await deletePaymentAccount(tx, provider)
      const name = paymentProviderNames[provider]
      if (account)
        await notifyAboutCredential(tx, principal, { kind: 'payment_account_disconnected', name })
      return account
    })
    // If the provider cannot be reached now, it stops calling the webhook after some time.
    if (current?.webhookId)
      await getPaymentProvider(config, provider)
        .webhooks?.delete(current.key, current.webhookId)
        .catch(() => undefined)
  })
}

/** Two keys can belong to the same account, but two connected accounts never do. */
const isOtherAccount = (key: string, newKey: string) =>
  key !== newKey && (isConnectedAccount(key) || isConnectedAccount(newKey))
