import { DiscountUnavailableProblem } from '../discount/rule/load-discounts.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type CommitWith, type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { applyOrderChange } from '../order/change/apply-change.ts'
import { addOrderNotification } from '../order/fulfillment/order-notification.ts'
import { getBalance, listAllowedTransitions } from '../order/fulfillment/order-status.ts'
import { lockOrder } from '../order/order-store.ts'
import { createPayment } from '../order/payment/order-payment.ts'
import { loadProvider } from '../payment-provider/load-provider.ts'
import type { ProviderSession } from '../payment-provider/payment-provider.ts'
import { createSaleOrder } from './create-sale-order.ts'
import { releaseSale } from './hold-sale.ts'
import { keepUnsettledPayment } from './keep-unsettled-payment.ts'
import {
  finalPaymentStates,
  getPaymentSession,
  lockPayment,
  type PaymentReference,
  type PaymentSession,
} from './payment-session.ts'
import type { StoredSale } from './sale.ts'

type Payment = { session: PaymentSession; sale: StoredSale | undefined }
type Transaction = { tx: Tx; commitWith: CommitWith }

type RefundReason = 'sold_out' | 'discount_unavailable' | 'already_ordered' | 'nothing_due'

/** The only error after which a payment is refunded: nothing is left to pay for. */
class NothingToPayError extends Error {
  constructor(reason: RefundReason) {
    super(`A payment came too late: ${reason}.`)
  }
}

/** Loads the state of a payment from the provider and settles it. */
export async function refreshPayment(
  app: Pick<App, 'db' | 'log' | 'keys' | 'config'>,
  payment: PaymentReference,
): Promise<void> {
  const { sessionId, provider, account } = await withStoreTransaction(
    app.db,
    payment.storeId,
    async tx => {
      const session = await getPaymentSession(tx, payment.id)
      const connected = await loadProvider(app, tx, session.provider)
      return { sessionId: session.sessionId, ...connected }
    },
  )
  if (!sessionId) return
  await settlePayment(app, payment, await provider.loadSession(account, sessionId))
}

/**
 * Brings a payment and its sale or order to the state of the provider. Webhooks, the page that
 * the shopper returns to, and the job call it, in any sequence and any number of times. After an
 * unexpected error, the payment is kept and the job tries again.
 */
export async function settlePayment(
  app: Pick<App, 'db' | 'log'>,
  payment: PaymentReference,
  remote: ProviderSession,
): Promise<void> {
  try {
    await applyState(app, payment, remote)
  } catch (error) {
    if (error instanceof NothingToPayError) {
      app.log.warn({ payment: payment.id, reason: error.message }, 'A payment will be refunded.')
      return keepLatePayment(app, payment, remote)
    }
    await keepUnsettledPayment(app, payment, { remote, error })
  }
}

const applyState = (
  app: Pick<App, 'db' | 'log'>,
  { storeId, id }: PaymentReference,
  remote: ProviderSession,
): Promise<void> =>
  withTransaction(app.db, { storeId }, async (tx, commitWith) => {
    const payment = await lockPayment(tx, id)
    if (finalPaymentStates.includes(payment.session.state)) return
    switch (remote.state) {
      case 'open':
        return
      case 'failed':
      case 'expired':
        return closeUnpaid(tx, payment, { storeId, state: remote.state })
      case 'processing':
      case 'paid':
        return hasSameAmount(payment.session, remote)
          ? acceptPayment({ tx, commitWith }, payment, { storeId, remote })
          : rejectPayment(app, tx, payment, remote)
    }
  })

const hasSameAmount = ({ amount, currency }: PaymentSession, remote: ProviderSession) =>
  remote.amount === amount && remote.currency === currency

/**
 * Ends a payment of another amount, which is never counted. The money is at the provider, so staff are
 * notified to check it there. An order that waited for it stays as it is.
 */
async function rejectPayment(
  { log }: Pick<App, 'log'>,
  tx: Tx,
  { session, sale }: Payment,
  remote: ProviderSession,
): Promise<void> {
  const { _id, orderId, email, provider } = session
  log.error({ payment: _id, remote }, 'A payment has another amount at its provider.')
  await tx`
    update payment_session set state = 'mismatched', payment_id = ${getPaymentId(remote)}
    where id = ${_id}`
  if (sale?.state === 'held') await releaseSale(tx, sale)
  const { amount: total, currency } = remote
  await tx`
    select add_notification('payment_mismatch', 'order', ${orderId ?? _id},
      ${tx.json({ customer: email, total, currency, source: provider })})`
}

/** Ends a payment without money. An order that waited for the money is canceled. */
async function closeUnpaid(
  tx: Tx,
  { session, sale }: Payment,
  { storeId, state }: { storeId: string; state: 'failed' | 'expired' },
): Promise<void> {
  await tx`update payment_session set state = ${state} where id = ${session._id}`
  if (sale?.state === 'held') await releaseSale(tx, sale)
  if (!sale || !session.orderId) return
  const order = await lockOrder(tx, session.orderId)
  if (order.paidTotal === 0 && listAllowedTransitions(order).includes('cancelled'))
    await applyOrderChange(
      { tx, storeId, id: order._id },
      { change: { kind: 'changeStatus', status: 'cancelled', reason: 'payment' } },
    )
  await addOrderNotification(tx, 'payment_failed', order)
}

type Acceptance = { storeId: string; remote: ProviderSession }

/** @throws NothingToPayError */
async function acceptPayment(
  transaction: Transaction,
  payment: Payment,
  { storeId, remote }: Acceptance,
): Promise<void> {
  const { session, sale } = payment
  if (sale && !session.orderId)
    return createPaidOrder(transaction, { session, sale }, { storeId, remote })
  const { tx } = transaction
  await storeState(tx, session, remote)
  if (remote.state !== 'paid' || !session.orderId) return
  const order = await lockOrder(tx, session.orderId)
  if (order.status === 'cancelled' || session.amount > getBalance(order))
    throw new NothingToPayError('nothing_due')
  const providerPayment = toProviderPayment(session, remote)
  await createPayment(
    tx,
    session.orderId,
    { amount: session.amount, method: 'card', reference: providerPayment.providerPaymentId },
    providerPayment,
  )
}

/**
 * Creates the order of a sale. A late sale takes its units and discounts again.
 * @throws NothingToPayError if they are gone, or the cart was ordered in another way
 */
async function createPaidOrder(
  { tx, commitWith }: Transaction,
  { session, sale }: { session: PaymentSession; sale: StoredSale },
  { storeId, remote }: Acceptance,
): Promise<void> {
  const { _id, cartHash } = sale
  // Deleted below, and locked before the discounts and variants as by a checkout of the cart.
  await tx`select from cart where token_hash = ${cartHash} for update`
  const [other] = await tx`select from "order" where cart_hash = ${cartHash}`
  if (other) throw new NothingToPayError('already_ordered')
  const creating = createSaleOrder({ tx, commitWith }, sale, {
    storeId,
    cartHash,
    charge: {
      amount: session.amount,
      payment: remote.state === 'paid' ? toProviderPayment(session, remote) : undefined,
    },
    addRecords: orderId =>
      Promise.all([
        tx`update sale set state = 'paid', order_id = ${orderId} where id = ${_id}`,
        storeState(tx, session, remote),
        tx`delete from cart where token_hash = ${cartHash}`,
      ]),
  })
  await creating.catch(error => {
    // Held units and discounts cannot be gone.
    throw sale.state === 'held' ? error : toRefundError(error)
  })
}

const soldOutCodes: readonly string[] = ['insufficient_stock', 'products_not_sold']

function toRefundError(error: unknown): unknown {
  if (error instanceof DiscountUnavailableProblem)
    return new NothingToPayError('discount_unavailable')
  if (error instanceof Problem && soldOutCodes.includes(error.code))
    return new NothingToPayError('sold_out')
  return error
}

/** Banks report the end of a debit within days. */
const storeState = (tx: Tx, { _id }: PaymentSession, remote: ProviderSession) => tx`
  update payment_session
  set state = ${remote.state}, payment_id = ${getPaymentId(remote)}, failing_since = null,
    check_at = now() + interval '6 hours'
  where id = ${_id}`

const toProviderPayment = ({ provider }: PaymentSession, remote: ProviderSession) => ({
  provider,
  providerPaymentId: getPaymentId(remote),
})

const getPaymentId = ({ paymentId, sessionId }: ProviderSession) => paymentId ?? sessionId

/**
 * Stores a payment whose units were sold in the meantime, or whose order was canceled. The job
 * refunds it.
 */
const keepLatePayment = (
  { db }: Pick<App, 'db'>,
  { storeId, id }: PaymentReference,
  remote: ProviderSession,
): Promise<void> =>
  withTransaction(db, { storeId }, async tx => {
    const { session, sale } = await lockPayment(tx, id)
    if (finalPaymentStates.includes(session.state)) return
    if (sale?.state === 'held') await releaseSale(tx, sale)
    const state = remote.state === 'paid' ? 'late' : 'processing'
    const checkAt = remote.state === 'paid' ? tx`now()` : tx`now() + interval '6 hours'`
    await tx`
      update payment_session
      set state = ${state}, payment_id = ${getPaymentId(remote)}, check_at = ${checkAt}, failing_since = null
      where id = ${id}`
  })
