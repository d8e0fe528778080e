import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { isAccountFailure, setAccountFailing } from '../payment-provider/account-failure.ts'
import { getPaymentWebhookUrl } from '../payment-provider/get-payment-provider.ts'
import { loadPaymentAccount, loadProvider } from '../payment-provider/load-provider.ts'
import { getStoreUrl } from '../store/rule/store-url.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { cancelPayment } from './cancel-payment.ts'
import {
  getPaymentPath,
  getPaymentSession,
  type PaymentReference,
  type PaymentSession,
} from './payment-session.ts'

/**
 * Returns the payment with the page of its provider. The id of the payment is the key of the request,
 * so that a repetition returns the same page.
 * @throws Problem of the provider
 */
export async function openPayment(
  app: App,
  host: StorefrontHost,
  id: string,
): Promise<PaymentSession> {
  const { storeId } = host
  const { session, account, provider, storeName } = await withStoreTransaction(
    app.db,
    storeId,
    async tx => {
      const found = await getPaymentSession(tx, id)
      return {
        session: found,
        ...(await loadProvider(app, tx, found.provider)),
        storeName: await loadStoreName(tx),
      }
    },
  )
  if (session.state !== 'opening') return session
  const pageUrl =
    getStoreUrl(app.config, host.primaryHost) +
    addLanguage(getPaymentPath(app, { storeId, id }), host.language, host.languages)
  const remote = await provider.createSession(account, {
    key: id,
    amount: session.amount,
    currency: session.currency,
    description: storeName,
    email: session.email,
    language: host.language,
    successUrl: `${pageUrl}?from=paid`,
    cancelUrl: `${pageUrl}?from=canceled`,
    webhookUrl: getPaymentWebhookUrl(app.config, session.provider, storeId),
    expiresAt: new Date(session.expiresAt),
  })
  return withStoreTransaction(app.db, storeId, async tx => {
    await tx`
      update payment_session
      set state = 'open', session_id = ${remote.sessionId}, url = ${remote.url ?? ''},
        check_at = expires_at
      where id = ${id} and state = 'opening'`
    return getPaymentSession(tx, id)
  })
}

/**
 * Opens the page of the provider and returns the path of the page that leads there. A payment that
 * cannot be opened is canceled at once.
 * @throws Problem 409 payment_unavailable
 */
export async function startPayment(app: App, host: StorefrontHost, id: string): Promise<string> {
  const payment = { storeId: host.storeId, id }
  try {
    await openPayment(app, host, id)
    return getPaymentPath(app, payment)
  } catch (error) {
    app.log.warn({ err: error, payment: id }, 'A payment could not be opened.')
    if (isAccountFailure(error)) await reportAccount(app, payment)
    await cancelPayment(app, payment)
    throw new Problem(409, 'payment_unavailable')
  }
}

const reportAccount = (app: App, { storeId, id }: PaymentReference) =>
  withStoreTransaction(app.db, storeId, async tx => {
    const { provider } = await getPaymentSession(tx, id)
    const account = await loadPaymentAccount(app.keys, tx, provider)
    if (account) await setAccountFailing(tx, account, true)
  })

async function loadStoreName(tx: Tx): Promise<string> {
  const [row] = await tx<{ name: string }[]>`
    select name from store where id = current_store()`
  return row?.name ?? ''
}
