import { createFrozenOrder } from '../checkout/freeze-order.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type CommitWith, type Tx, withTransaction } from '../lib/db/db.ts'
import { addOrderNotification } from '../order/order-notification.ts'
import { createPayment } from '../order/order-payment.ts'
import { getBalance, listAllowedTransitions } from '../order/order-status.ts'
import { updateOrderStatus } from '../order/order-status-update.ts'
import { lockOrder } from '../order/order-store.ts'
import type { ProviderSession } from '../payment-provider/payment-provider.ts'
import { releaseCheckout } from './checkout-hold.ts'
import { type HeldCheckout, lockPayment, type PaymentSession } from './payment-session.ts'

/** A payment of a store. */
export type PaymentReference = { businessId: string; id: string }
type Payment = { session: PaymentSession; checkout: HeldCheckout | undefined }
type Transaction = { tx: Tx; commitWith: CommitWith }

const finalStates: readonly PaymentSession['state'][] = [
  'paid',
  'failed',
  'expired',
  'late',
  'refunded',
  'mismatched',
]

/**
 * Brings a payment and its checkout or order to the state of the provider. Webhooks, the page that
 * the shopper returns to, and the job call it, in any sequence and any number of times.
 */
export async function settlePayment(
  app: Pick<App, 'db' | 'log'>,
  { businessId, id }: PaymentReference,
  remote: ProviderSession,
): Promise<void> {
  try {
    await withTransaction(app.db, { businessId }, async (tx, commitWith) => {
      const payment = await lockPayment(tx, id)
      if (finalStates.includes(payment.session.state)) return
      switch (remote.state) {
        case 'open':
          return
        case 'failed':
        case 'expired':
          return endPayment(tx, payment, remote.state)
        case 'processing':
        case 'paid':
          return hasSameAmount(payment.session, remote)
            ? acceptPayment({ tx, commitWith }, payment, { businessId, remote })
            : rejectPayment(app, tx, payment, remote)
      }
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await keepLatePayment(app, { businessId, id }, remote)
  }
}

const hasSameAmount = ({ amount, currency }: PaymentSession, remote: ProviderSession) =>
  remote.amount === amount && remote.currency === currency

/**
 * Ends a payment of another amount, which is never counted. The money is at the provider, so staff are
 * notified to check it there. An order that waited for it stays as it is.
 */
async function rejectPayment(
  { log }: Pick<App, 'log'>,
  tx: Tx,
  { session, checkout }: Payment,
  remote: ProviderSession,
): Promise<void> {
  const { _id, orderId, email, provider } = session
  log.error({ payment: _id, remote }, 'A payment has another amount at its provider.')
  await tx`
    update payment_session set state = 'mismatched', payment_id = ${getPaymentId(remote)}
    where id = ${_id}`
  if (checkout?.state === 'open') await releaseCheckout(tx, checkout)
  const { amount: total, currency } = remote
  await tx`
    select add_notification('payment_mismatch', 'order', ${orderId ?? _id},
      ${tx.json({ customer: email, total, currency, source: provider })})`
}

/** Ends a payment without money. An order that waited for the money is canceled. */
async function endPayment(
  tx: Tx,
  { session, checkout }: Payment,
  state: 'failed' | 'expired',
): Promise<void> {
  await tx`update payment_session set state = ${state} where id = ${session._id}`
  if (checkout?.state === 'open') await releaseCheckout(tx, checkout)
  if (!checkout || !session.orderId) return
  const order = await lockOrder(tx, session.orderId)
  if (order.paidTotal === 0 && listAllowedTransitions(order).includes('cancelled'))
    await updateOrderStatus(tx, order._id, { status: 'cancelled', reason: 'payment' })
  await addOrderNotification(tx, 'payment_failed', order)
}

type Acceptance = { businessId: string; remote: ProviderSession }

/** @throws Problem if nothing is left to pay for */
async function acceptPayment(
  transaction: Transaction,
  payment: Payment,
  { businessId, remote }: Acceptance,
): Promise<void> {
  const { session, checkout } = payment
  if (checkout && !session.orderId)
    return createPaidOrder(transaction, { session, checkout }, { businessId, remote })
  const { tx } = transaction
  await storeState(tx, session, remote)
  if (remote.state !== 'paid' || !session.orderId) return
  if (session.amount > getBalance(await lockOrder(tx, session.orderId)))
    throw new Problem(409, 'version_conflict')
  const providerPayment = toProviderPayment(session, remote)
  await createPayment(
    tx,
    session.orderId,
    { amount: session.amount, method: 'card', reference: providerPayment.providerPaymentId },
    providerPayment,
  )
}

/**
 * Creates the order of a checkout. After the end of the checkout, it takes units and discounts again.
 * @throws Problem 409 insufficient_stock, or version_conflict if the cart was ordered in another way
 */
async function createPaidOrder(
  { tx, commitWith }: Transaction,
  { session, checkout }: { session: PaymentSession; checkout: HeldCheckout },
  { businessId, remote }: Acceptance,
): Promise<void> {
  const { frozen, cartHash } = checkout
  // Deleted below, and locked before the discounts and variants as by a checkout of the cart.
  await tx`select from cart where token_hash = ${cartHash} for update`
  const [other] = await tx`select from "order" where cart_hash = ${cartHash}`
  if (other) throw new Problem(409, 'version_conflict')
  await createFrozenOrder({ tx, commitWith }, frozen, {
    cartHash,
    businessId,
    isHeld: checkout.state === 'open',
    providerPayment: remote.state === 'paid' ? toProviderPayment(session, remote) : undefined,
    addRecords: orderId =>
      Promise.all([
        tx`update checkout set state = 'ordered', order_id = ${orderId} where id = ${checkout._id}`,
        storeState(tx, session, remote),
        tx`delete from cart where token_hash = ${cartHash}`,
      ]),
  })
}

/** Banks report the end of a debit within days. */
const storeState = (tx: Tx, { _id }: PaymentSession, remote: ProviderSession) => tx`
  update payment_session
  set state = ${remote.state}, payment_id = ${getPaymentId(remote)},
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
  { businessId, id }: PaymentReference,
  remote: ProviderSession,
): Promise<void> =>
  withTransaction(db, { businessId }, async tx => {
    const { session, checkout } = await lockPayment(tx, id)
    if (finalStates.includes(session.state)) return
    if (checkout?.state === 'open') await releaseCheckout(tx, checkout)
    const state = remote.state === 'paid' ? 'late' : 'processing'
    const checkAt = remote.state === 'paid' ? tx`now()` : tx`now() + interval '6 hours'`
    await tx`
      update payment_session
      set state = ${state}, payment_id = ${getPaymentId(remote)}, check_at = ${checkAt}
      where id = ${id}`
  })
