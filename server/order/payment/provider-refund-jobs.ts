import { z } from 'zod'
import { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import { Problem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import { insertRow, type Tx, withStoreTransaction, withTransaction } from '../../lib/db/db.ts'
import { enqueueJob, type JobHandlers } from '../../lib/job/jobs.ts'
import { getPaymentProvider } from '../../payment-provider/get-payment-provider.ts'
import { loadPaymentAccount } from '../../payment-provider/load-provider.ts'
import { disputeStates, type ProviderRefund } from '../../payment-provider/payment-provider.ts'
import { lockOrder } from '../order-store.ts'
import { recordDispute } from './order-dispute.ts'
import { settleRefund } from './provider-refund.ts'

const RefundReference = z.object({ storeId: z.string(), id: z.string() })
type RefundReference = z.infer<typeof RefundReference>
const ReportedRefund = z.object({
  storeId: z.string(),
  provider: PaymentProviderCode,
  refundId: z.string(),
  paymentId: z.string(),
})
type ReportedRefund = z.infer<typeof ReportedRefund>
const ReportedDispute = ReportedRefund.omit({ refundId: true }).extend({
  disputeId: z.string(),
  amount: z.coerce.number(),
  reason: z.string(),
  // Missing in jobs of an earlier version.
  state: z.enum(disputeStates).default('open'),
})

/** Maximum number of refunds per run. The next run checks the rest. */
const batchSize = 200

/** Sends refunds to payment providers, and handles the reports of their webhooks. */
export const providerRefundJobs = (app: App): JobHandlers => ({
  'payment.sendRefund': (payload, { job }) =>
    sendRefund(app, RefundReference.parse(payload), { isRetry: job.attempts > 1 }),
  'payment.refund': payload => receiveRefund(app, ReportedRefund.parse(payload)),
  'payment.dispute': async payload => {
    const { storeId, ...dispute } = ReportedDispute.parse(payload)
    await withStoreTransaction(app.db, storeId, tx => recordDispute(tx, dispute))
  },
  'payment.checkRefunds': async () => {
    const dueRefunds = await withTransaction(
      app.db,
      {},
      tx => tx<RefundReference[]>`select store_id, id from list_due_refunds(${batchSize})`,
    )
    for (const { storeId, id } of dueRefunds)
      await withStoreTransaction(app.db, storeId, async tx => {
        await tx`update payment_refund set checked_at = now() where id = ${id}`
        await enqueueJob(tx, 'payment.sendRefund', { storeId, id }, `payment.sendRefund ${id}`)
      })
  },
})

type PendingRefund = {
  /** True if an earlier job may have sent it. */
  mayBeSent: boolean
  provider: PaymentProviderCode
  refundId: string
  paymentId: string
  amount: number
  currency: string
}

/**
 * Sends a refund with its id as the key, or requests the state of one that was sent. A refund that
 * the provider rejects has failed, unless an earlier attempt had no response: it may have succeeded, so
 * that another refund would pay twice. No transaction is open meanwhile.
 */
async function sendRefund(
  app: App,
  { storeId, id }: RefundReference,
  { isRetry }: { isRetry: boolean },
): Promise<void> {
  const { refund, account } = await withStoreTransaction(app.db, storeId, async tx => {
    const pending = await findPendingRefund(tx, id)
    return {
      refund: pending,
      account: pending && (await loadPaymentAccount(app.keys, tx, pending.provider)),
    }
  })
  if (!refund) return
  const { provider, refundId, paymentId, amount, currency } = refund
  const mayBeSent = isRetry || refund.mayBeSent
  const api = getPaymentProvider(app.config, provider)
  const requestRefund = async (): Promise<Pick<ProviderRefund, 'refundId' | 'state'>> => {
    // An account with refunds of the last 30 days cannot be removed.
    if (!account) return { refundId, state: refundId ? 'pending' : 'failed' }
    if (refundId) return api.loadRefund(account, { refundId, paymentId })
    return api
      .createRefund(account, { key: id, paymentId, amount, currency })
      .catch(error => failWhenRejected(error, { mayBeSent }))
  }
  const reply = await requestRefund()
  await withStoreTransaction(app.db, storeId, tx => settleRefund(tx, id, reply))
}

function failWhenRejected(
  error: unknown,
  { mayBeSent }: { mayBeSent: boolean },
): Pick<ProviderRefund, 'refundId' | 'state'> {
  const isRejected = error instanceof Problem && error.status === 422
  // The provider has the earlier attempt, if there was one. Unsupported amounts are never sent.
  const isRefundRejected =
    isRejected &&
    (error.code === 'payment_provider_rejected' || error.code === 'payment_amount_unsupported')
  if (isRefundRejected || (isRejected && !mayBeSent)) return { refundId: '', state: 'failed' }
  throw error
}

async function findPendingRefund(tx: Tx, id: string): Promise<PendingRefund | undefined> {
  const [row] = await tx<PendingRefund[]>`
    select r.checked_at <> r.created_at as may_be_sent, r.provider, r.provider_refund_id as refund_id,
      p.provider_payment_id as payment_id, r.amount, o.currency
    from payment_refund r
    join payment p on p.store_id = r.store_id and p.id = r.payment_id
    join "order" o on o.store_id = r.store_id and o.id = r.order_id
    where r.id = ${id} and r.state = 'pending'`
  return row
}

/** Loads the state of a refund that a webhook has reported, and stores it. */
async function receiveRefund(app: App, reported: ReportedRefund): Promise<void> {
  const { storeId, provider, refundId, paymentId } = reported
  const account = await withStoreTransaction(app.db, storeId, tx =>
    loadPaymentAccount(app.keys, tx, provider),
  )
  if (!account) return
  const api = getPaymentProvider(app.config, provider)
  const refund = await api.loadRefund(account, { refundId, paymentId })
  await withStoreTransaction(app.db, storeId, async tx => {
    const id =
      (await findRefund(tx, reported, refund.key)) ?? (await addRefund(tx, reported, refund))
    if (id) await settleRefund(tx, id, refund)
  })
}

/** The webhook can arrive before the response to our request, which has the id of the provider. */
async function findRefund(
  tx: Tx,
  { provider, refundId }: ReportedRefund,
  key: string,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from payment_refund
    where provider = ${provider} and (provider_refund_id = ${refundId} or id::text = ${key})`
  return row?.id
}

/** Adds a refund that the seller made in the dashboard of the provider. */
async function addRefund(
  tx: Tx,
  reported: ReportedRefund,
  { amount, key }: ProviderRefund,
): Promise<string | undefined> {
  const { provider, refundId, paymentId: providerPaymentId } = reported
  const [payment] = await tx<{ id: string; orderId: string }[]>`
    select id, order_id from payment
    where kind = 'payment' and provider = ${provider} and provider_payment_id = ${providerPaymentId}`
  if (!payment) return undefined
  const { id: paymentId, orderId } = payment
  // A second report of the refund waits here, and then finds it.
  await lockOrder(tx, orderId)
  const refund = { orderId, paymentId, provider, providerRefundId: refundId, amount }
  return (await findRefund(tx, reported, key)) ?? insertRow(tx, 'payment_refund', refund)
}
