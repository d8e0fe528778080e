import { z } from 'zod'
import { packSales, packStoreSales } from '../../dashboard/rule/pack-sales.ts'
import type { App } from '../../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../../lib/db/db.ts'
import type { JobHandlers } from '../../lib/job/jobs.ts'
import { runForStores } from '../../lib/job/run-for-stores.ts'

type SalesSummation = { stop: () => Promise<void> }
/** The transactions that changed orders of a store since its last summation. */
type PendingSales = { transactionCount: number; since: number }

const summationIntervalMs = 250
/** A store with fewer transactions is summed later, so that a summation has several of them. */
const minTransactions = 5
const maxAgeMs = 5000
/** A summation locks the stored totals of the store for a few milliseconds only. */
const maxChanges = 5000

/**
 * Adds the sales changes of the transactions of this process to the stored totals of their stores,
 * many transactions at once. Until then, readers add the changes themselves, which takes a few
 * microseconds for each. If the process is killed, the job `sales.sum` adds the rest.
 */
export function startSalesSummation({ db, log }: Pick<App, 'db' | 'log'>): SalesSummation {
  const pendingSales = new Map<string, PendingSales>()
  let summation: Promise<void> | undefined
  let isStopped = false

  db.messageSender.subscribe(messages => {
    for (const message of messages) {
      const [topic, storeId, subject] = message.split(' ')
      if (topic !== 'record_changed' || subject !== 'order' || !storeId) continue
      const pending = pendingSales.get(storeId)
      if (pending) pending.transactionCount++
      else pendingSales.set(storeId, { transactionCount: 1, since: performance.now() })
    }
  })

  const isDue = ({ transactionCount, since }: PendingSales) =>
    transactionCount >= minTransactions || performance.now() - since >= maxAgeMs

  async function sumDueStores() {
    const dueStores = [...pendingSales].filter(([, pending]) => isDue(pending))
    for (const [storeId] of dueStores) {
      if (isStopped) return
      pendingSales.delete(storeId)
      await sumStoreSales(db, storeId)
    }
  }

  const timer = setInterval(() => {
    summation ??= sumDueStores()
      .catch(error => log.warn({ err: error }, 'Sales changes were not added to the totals yet.'))
      .finally(() => {
        summation = undefined
      })
  }, summationIntervalMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await summation
    },
  }
}

const RebuildPayload = z.object({ storeId: z.string() })

/**
 * Returns the job that adds the sales changes that no running process adds, such as those of a killed
 * one, the job that rebuilds the totals in another time zone, and the one that packs past sales.
 */
export const salesJobs = ({ db }: Pick<App, 'db'>): JobHandlers => ({
  'sales.sum': async (_payload, { abortSignal }) => {
    const stores = await withTransaction(
      db,
      {},
      tx => tx<{ storeId: string }[]>`select store_id from list_stores_with_sales_changes()`,
    )
    await runForStores(
      stores.map(({ storeId }) => storeId),
      storeId => sumStoreSales(db, storeId),
      abortSignal,
    )
  },
  'sales.rebuild': async (payload, { abortSignal }) => {
    const { storeId } = RebuildPayload.parse(payload)
    await withStoreTransaction(db, storeId, tx => tx`select rebuild_sales(${storeId})`)
    await packStoreSales(db, storeId, abortSignal)
  },
  'sales.pack': (_payload, { abortSignal }) => packSales({ db }, { minRows: 1, abortSignal }),
  // An import adds many sales of past days, which do not wait for the night.
  'sales.packMany': (_payload, { abortSignal }) =>
    packSales({ db }, { minRows: 1000, abortSignal }),
})

/** Stops when no changes are left or another process sums the sales of the store. */
async function sumStoreSales(db: App['db'], storeId: string): Promise<void> {
  const sumOnce = () =>
    withStoreTransaction(db, storeId, async tx => {
      const [row] = await tx<{ count: number }[]>`select sum_sales(${maxChanges}) as count`
      return row?.count ?? 0
    })
  while ((await sumOnce()) === maxChanges);
}
