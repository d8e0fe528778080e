import { type PaymentProviderCode, paymentProviders } from '#contract/payment/payment-account.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { insertRow, type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { getBalance } from '../order/fulfillment/order-status.ts'
import { lockOrder } from '../order/order-store.ts'
import { selectIsWithdrawn } from '../order/page/shopper-order-state.ts'
import { assertChargeable } from '../payment-provider/load-provider.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { cancelPayment } from './cancel-payment.ts'
import { getPaymentTimes } from './payment-session.ts'

/**
 * Returns the payment of the open amount of an order. A payment that has begun is used again if it is
 * the same one, and canceled otherwise.
 * @throws Problem 409 not_payable if nothing is due or the shopper has withdrawn, or 422 on `payment`
 */
export async function createOrderPayment(
  app: App,
  host: StorefrontHost,
  orderId: string,
  method: string,
): Promise<string> {
  const { storeId } = host
  const prepare = () =>
    withDeadline(app.config.callLimitMs, () =>
      withStoreTransaction(app.db, storeId, tx =>
        preparePayment(app, tx, { orderId, method, language: host.language }),
      ),
    )
  const prepared = await prepare()
  if (prepared.isCurrent) return prepared.id
  await cancelPayment(app, { storeId, id: prepared.id })
  const next = await prepare()
  if (!next.isCurrent) throw new Problem(409, 'version_conflict')
  return next.id
}

type OrderPayment = { orderId: string; method: string; language: string }
type BegunPayment = { id: string; provider: string; amount: number }

async function preparePayment(
  app: Pick<App, 'config'>,
  tx: Tx,
  { orderId, method, language }: OrderPayment,
): Promise<{ id: string; isCurrent: boolean }> {
  const order = await lockOrder(tx, orderId)
  const amount = getBalance(order)
  if (amount <= 0 || order.status === 'draft' || (await isWithdrawn(tx, orderId)))
    throw new Problem(409, 'not_payable', { orderStatus: order.status })
  const provider = await findProviderOfMethod(tx, method)
  if (!provider) throw createFieldProblem('payment', 'required')
  assertChargeable(app, provider, { amount, currency: order.currency })
  const [begun] = await tx<BegunPayment[]>`
    select id, provider, amount from payment_session
    where order_id = ${orderId} and state in ('opening', 'open', 'processing')`
  if (begun)
    return { id: begun.id, isCurrent: begun.provider === provider && begun.amount === amount }
  const id = await insertRow(tx, 'payment_session', {
    orderId,
    provider,
    amount,
    currency: order.currency,
    language,
    ...getPaymentTimes(),
  })
  return { id, isCurrent: true }
}

async function isWithdrawn(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx`select from "order" o where o.id = ${orderId} and ${selectIsWithdrawn(tx)}`
  return rows.length > 0
}

/** Returns the provider of a payment method, or undefined if the shopper pays in another way. */
async function findProviderOfMethod(
  tx: Tx,
  method: string,
): Promise<PaymentProviderCode | undefined> {
  const [row] = await tx<{ kind: string }[]>`
    select kind from payment_method where id = ${method} and enabled`
  return paymentProviders.find(code => code === row?.kind)
}
