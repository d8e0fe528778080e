import type { App } from '../lib/call/serve.ts'
import { withBusinessTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { checkRecords, type Dns } from './domain-lookup.ts'
import { keepCheck, readClaim } from './domain-store.ts'

/** What one round looks up; the rest is due a few minutes later. */
const perRound = 100
const atOnce = 5

/** Looks up every domain that is due, so that one whose records arrive becomes active with nobody watching. */
export const recheckJob = (app: App, dns: Dns): JobHandlers => ({
  'domain.recheck': async (_, { abortSignal }) => {
    const due = await withTransaction(
      app.db,
      {},
      tx => tx<Due[]>`select business_id, id from domains_due(${perRound})`,
    )
    for (let from = 0; from < due.length; from += atOnce) {
      abortSignal?.throwIfAborted()
      // One that was deleted meanwhile, or that cannot be written now, is no reason to leave out the others.
      await Promise.allSettled(due.slice(from, from + atOnce).map(one => recheck(app, dns, one)))
    }
  },
})

type Due = { businessId: string; id: string }

async function recheck(app: App, dns: Dns, { businessId, id }: Due): Promise<void> {
  const { domain, token, storeHost } = await withBusinessTransaction(app.db, businessId, tx =>
    readClaim(tx, id),
  )
  const seen = await checkRecords(dns, domain, token, storeHost)
  await withBusinessTransaction(app.db, businessId, tx =>
    keepCheck(tx, id, seen, { patient: true }),
  )
}
