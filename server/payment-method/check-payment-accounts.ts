import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { isAccountFailure, setAccountFailing } from '../payment-provider/account-failure.ts'
import {
  getPaymentProvider,
  getPaymentWebhookUrl,
} from '../payment-provider/get-payment-provider.ts'
import { findStoredAccount, type StoredAccount, saveAccount } from './payment-account-store.ts'
import { lockPaymentMethods } from './payment-method-store.ts'
import { prepareWebhook } from './verify-provider-key.ts'

type AccountReference = { storeId: string; provider: PaymentProviderCode }

/** Returns the job that checks the keys and webhooks of the accounts of all stores. */
export const paymentAccountJobs = (app: App): JobHandlers => ({
  'paymentAccount.check': async (_payload, { abortSignal }) => {
    const accounts = await withTransaction(
      app.db,
      {},
      tx => tx<AccountReference[]>`select store_id, provider from list_payment_accounts()`,
    )
    for (const account of accounts) {
      abortSignal?.throwIfAborted()
      await checkAccount(app, account).catch(error =>
        app.log.warn({ err: error, account }, 'A payment account could not be checked.'),
      )
    }
  },
})

async function checkAccount(app: App, account: AccountReference): Promise<void> {
  const { storeId, provider } = account
  const current = await withStoreTransaction(app.db, storeId, tx =>
    findStoredAccount(app.keys, tx, provider),
  )
  if (!current) return
  const isFailing = await getPaymentProvider(app.config, provider)
    .verifyKey(current.key, storeId)
    .then(() => repairWebhook(app, account, current))
    .then(
      () => false,
      error => {
        if (!isAccountFailure(error)) throw error
        return true
      },
    )
  await withStoreTransaction(app.db, storeId, tx => setAccountFailing(tx, current, isFailing))
}

/**
 * Replaces a webhook that was deleted at the provider, or that does not send all events. The seller
 * is responsible for webhooks that Storewright has not created.
 * @throws Problem 422 payment_webhook_secret_required if the key can no longer create webhooks
 */
async function repairWebhook(
  { config, keys, db }: App,
  { storeId, provider }: AccountReference,
  current: StoredAccount,
): Promise<void> {
  const { key, webhookId } = current
  if (!webhookId) return
  const api = getPaymentProvider(config, provider)
  const url = getPaymentWebhookUrl(config, provider, storeId)
  const webhook = await prepareWebhook(api, { provider, key }, { current, url })
  if (webhook.webhookId === webhookId) return
  const isSaved = await withStoreTransaction(db, storeId, async tx => {
    await lockPaymentMethods(tx)
    const latest = await findStoredAccount(keys, tx, provider)
    // The seller has replaced or deleted the key in the meantime.
    if (latest?.key !== key || latest.webhookId !== webhookId) return false
    await saveAccount(tx, keys, {
      provider,
      key,
      isTest: api.isTestKey(key),
      name: '',
      ...webhook,
    })
    return true
  })
  const unusedId = isSaved ? webhookId : webhook.webhookId
  await api.webhooks?.delete(key, unusedId).catch(() => undefined)
}
