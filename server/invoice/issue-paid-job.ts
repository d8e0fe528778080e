import { z } from 'zod'
import { orderViews } from '#contract/order/order-filter.ts'
import { findEditEnd } from '../cms/rule/order-edit-end.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { runInSavepoint } from '../lib/db/savepoint.ts'
import { enqueueJobs, type JobHandlers } from '../lib/job/jobs.ts'
import { createInvoice } from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { correctOutdatedInvoice } from './rule/correct-invoice.ts'
import { enqueueIssuedMail } from './rule/credit-refund.ts'

const PaidOrderPayload = z.object({ storeId: z.string(), orderId: z.string() })

/** Returns the job that issues the invoice of a paid order. */
export const issuePaidJobs = (app: App): JobHandlers => ({
  'invoice.issuePaid': async raw => {
    const { storeId, orderId } = PaidOrderPayload.parse(raw)
    await withStoreTransaction(app.db, storeId, async tx => {
      const editEnd = await findEditEnd(tx, orderId)
      if (editEnd !== undefined) await enqueueIssue(tx, { storeId, orderId }, editEnd)
      else if (await isPaid(tx, orderId)) await issuePaidInvoice(tx, orderId)
    })
  },
})

/** While the shopper can edit the order, its invoice waits. */
const enqueueIssue = (tx: Tx, payload: z.infer<typeof PaidOrderPayload>, runAt: string) =>
  enqueueJobs(tx, [
    { task: 'invoice.issuePaid', payload, key: `invoice.issuePaid ${payload.orderId}`, runAt },
  ])

/** An edit can make an amount due again. Its payment enqueues another job. */
async function isPaid(tx: Tx, orderId: string): Promise<boolean> {
  const [row] = await tx`
    select from "order"
    where id = ${orderId} and payment_status <> all (${[...orderViews.unpaid.paymentStatus]})`
  return row !== undefined
}

/**
 * Issues the invoice of an order, or its draft. A draft remains if it lacks a legal detail, so that staff
 * can complete it. An order that has an issued invoice gets none, but the invoice is corrected if it bills
 * another total. An order that is canceled or was deleted gets none.
 */
async function issuePaidInvoice(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  await correctOutdatedInvoice(tx, { orderId, total: order.total })
  const draft = await withoutProblem(tx, () => findOrCreateDraft(tx, orderId))
  if (draft === undefined) return
  const issued = await withoutProblem(tx, () => issueInvoice(tx, draft))
  if (!issued) return
  for (const { _id } of [issued, ...issued.creditNotes]) await enqueueIssuedMail(tx, _id)
}

async function lockOrder(tx: Tx, id: string): Promise<{ total: number } | undefined> {
  const [order] = await tx<{ total: number }[]>`
    select total from "order" where id = ${id} for update`
  return order
}

async function findOrCreateDraft(tx: Tx, orderId: string): Promise<string> {
  const [draft] = await tx<{ id: string }[]>`
    select id from invoice where order_id = ${orderId} and kind = 'invoice' and number is null`
  return draft?.id ?? (await createInvoice(tx, orderId))._id
}

/** Returns undefined and undoes the work if the invoice cannot be created or issued. */
const withoutProblem = <T>(tx: Tx, work: () => Promise<T>): Promise<T | undefined> =>
  runInSavepoint<T | undefined>(tx, work, error => {
    const isRejected = error instanceof Problem && error.status !== 500
    if (!isRejected && !isUniqueViolation(error)) throw error
    return undefined
  })

const isUniqueViolation = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23505'
