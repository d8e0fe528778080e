import type { App } from '../../lib/call/serve.ts'
import { withBusinessTransaction, withTransaction } from '../../lib/db/db.ts'
import type { JobHandlers } from '../../lib/job/jobs.ts'

type SalesFold = { stop: () => Promise<void> }
/** The transactions that changed orders of a store since its last fold. */
type PendingSales = { transactionCount: number; since: number }

const foldIntervalMs = 250
/** A store with fewer transactions is folded later, so that a fold has several of them. */
const minTransactions = 5
const maxAgeMs = 5000
/** A fold locks the stored totals of the store for a few milliseconds only. */
const maxChanges = 5000

/**
 * Adds the sales changes of the transactions of this process to the stored totals of their stores,
 * many transactions at once. Until then, readers add the changes themselves, which takes a few
 * microseconds for each. If the process is killed, the job `sales.fold` adds the rest.
 */
export function startSalesFold({ db, log }: Pick<App, 'db' | 'log'>): SalesFold {
  const pendingSales = new Map<string, PendingSales>()
  let folding: Promise<void> | undefined
  let isStopped = false

  db.messageSender.subscribe(messages => {
    for (const message of messages) {
      const [topic, businessId, subject] = message.split(' ')
      if (topic !== 'record_changed' || subject !== 'order' || !businessId) continue
      const pending = pendingSales.get(businessId)
      if (pending) pending.transactionCount++
      else pendingSales.set(businessId, { transactionCount: 1, since: performance.now() })
    }
  })

  const isDue = ({ transactionCount, since }: PendingSales) =>
    transactionCount >= minTransactions || performance.now() - since >= maxAgeMs

  async function foldDueStores() {
    const dueStores = [...pendingSales].filter(([, pending]) => isDue(pending))
    for (const [businessId] of dueStores) {
      if (isStopped) return
      pendingSales.delete(businessId)
      await foldStore(db, businessId)
    }
  }

  const timer = setInterval(() => {
    folding ??= foldDueStores()
      .catch(error => log.warn({ err: error }, 'Sales changes were not added to the totals yet.'))
      .finally(() => {
        folding = undefined
      })
  }, foldIntervalMs)
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await folding
    },
  }
}

/** Adds the sales changes that no running process adds, such as those of a killed one. */
export const salesJobs = ({ db }: Pick<App, 'db'>): JobHandlers => ({
  'sales.fold': async (_payload, { abortSignal }) => {
    const stores = await withTransaction(
      db,
      {},
      tx => tx<{ businessId: string }[]>`select business_id from list_stores_with_sales_changes()`,
    )
    for (const { businessId } of stores) {
      abortSignal?.throwIfAborted()
      await foldStore(db, businessId)
    }
  },
})

/** Stops when no changes are left or another process folds the store. */
async function foldStore(db: App['db'], businessId: string): Promise<void> {
  const foldOnce = () =>
    withBusinessTransaction(db, businessId, async tx => {
      const [row] = await tx<{ count: number }[]>`select fold_sales(${maxChanges}) as count`
      return row?.count ?? 0
    })
  while ((await foldOnce()) === maxChanges);
}
