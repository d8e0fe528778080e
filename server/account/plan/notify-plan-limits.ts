import { getUseLevel, type PlanUse } from '#contract/account/plan.ts'
import type { App } from '../../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../../lib/db/db.ts'
import type { JobHandlers } from '../../lib/job/jobs.ts'
import { getLargestPlan } from './current-plan.ts'
import { listOwnerSubscriptions } from './plan-store.ts'
import { listStoreUses } from './plan-use.ts'

/** Returns the job that notifies owners of limits that are nearly or completely used. */
export const notifyPlanLimits =
  (app: App): JobHandlers[string] =>
  async (_payload, { abortSignal }) => {
    const stores = await withTransaction(
      app.db,
      {},
      tx => tx<{ storeId: string }[]>`select list_open_stores() as store_id`,
    )
    for (const { storeId } of stores) {
      if (abortSignal?.aborted) return
      await withStoreTransaction(app.db, storeId, tx => notifyOwners(tx, storeId))
    }
  }

async function notifyOwners(tx: Tx, storeId: string) {
  const plan = getLargestPlan(await listOwnerSubscriptions(tx, storeId), new Date())
  for (const use of await listStoreUses(tx, plan)) {
    const level = getUseLevel(use)
    if (level) await notifyOnce(tx, use, level)
  }
}

/** Each owner is notified once a month of the store, and of nothing less after a limit is reached. */
const notifyOnce = (tx: Tx, { resource, used, limit }: PlanUse, level: 'near' | 'reached') => tx`
  select add_notification(${`limit_${level}`}, 'business', s.id,
    jsonb_build_object('resource', ${resource}::text, 'used', ${used}::integer, 'limit', ${limit}::integer),
    m.person_id)
  from membership m join store s on s.id = m.store_id
  where m.store_id = current_store() and m.role = 'owner' and m.status = 'active'
    and not exists (
      select from notification n
      where n.person_id = m.person_id and n.kind in ('limit_reached', ${`limit_${level}`})
        and n.data ->> 'resource' = ${resource}
        and n.created_at >= date_trunc('month', now() at time zone s.timezone) at time zone s.timezone)`
