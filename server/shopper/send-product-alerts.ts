import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { enqueueJob, type JobHandlers } from '../lib/job/jobs.ts'

const SendPayload = z.object({ storeId: z.string(), variantId: z.string() })
const alertsPerStep = 200

/**
 * Returns the jobs that end the alerts that are due and enqueue their emails. A change of a variant
 * enqueues the first; the second finds the alerts of products and stores that opened again.
 */
export const productAlertJobs = (app: Pick<App, 'db'>): JobHandlers => ({
  async 'productAlert.send'(raw) {
    const { storeId, variantId } = SendPayload.parse(raw)
    await sendDueAlerts(app, storeId, variantId)
  },
  async 'productAlert.recheck'(_payload, { abortSignal }) {
    const stores = await withTransaction(
      app.db,
      {},
      tx => tx<{ storeId: string }[]>`select store_id from list_stores_with_product_alerts()`,
    )
    for (const { storeId } of stores) {
      if (abortSignal?.aborted) return
      await sendDueAlerts(app, storeId)
    }
  },
})

async function sendDueAlerts(
  { db }: Pick<App, 'db'>,
  storeId: string,
  variantId?: string,
): Promise<void> {
  let sent = alertsPerStep
  while (sent === alertsPerStep)
    sent = await withStoreTransaction(db, storeId, async tx => {
      const due = await endDueAlerts(tx, variantId)
      for (const { id } of due) await enqueueJob(tx, 'productAlert.mail', { storeId, id })
      return due.length
    })
}

/** Joins the tables of an alert, for `isDue`. */
export const fromAlerts = (tx: Tx) => tx`
  product_alert a
  join variant v on v.store_id = a.store_id and v.id = a.variant_id
  join product p on p.store_id = v.store_id and p.id = v.product_id
  join store s on s.id = a.store_id`

/** Whether shoppers can buy what an alert waits for. */
export const isDue = (tx: Tx) => tx`
  (p.status = 'active' and s.status = 'live' and case a.kind
    when 'stock' then not v.track_stock or v.allow_backorder or v.stock > 0
    else v.price < a.price end)`

const endDueAlerts = (tx: Tx, variantId: string | undefined) => tx<{ id: string }[]>`
  update product_alert set state = 'sent', sent_at = now()
  where id in (
    select a.id from ${fromAlerts(tx)}
    where a.state = 'confirmed' and ${isDue(tx)} ${variantId ? tx`and a.variant_id = ${variantId}` : tx``}
    order by a.confirmed_at, a.id
    limit ${alertsPerStep}
    for update of a skip locked)
  returning id`
