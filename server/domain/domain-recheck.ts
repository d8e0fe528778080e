import type { App } from '../lib/call/serve.ts'
import { withBusinessTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { checkRecords, type DnsClient } from './domain-lookup.ts'
import { getDomainClaim, saveCheck } from './domain-store.ts'

/** What one round looks up; the rest is due a few minutes later. */
const batchSize = 100
const maxConcurrent = 5

/** Looks up every domain that is due, so that one whose records arrive becomes active with nobody watching. */
export const domainRecheckJobs = (app: App, dnsClient: DnsClient): JobHandlers => ({
  'domain.recheck': async (_, { abortSignal }) => {
    const dueDomains = await withTransaction(
      app.db,
      {},
      tx => tx<DueDomain[]>`select business_id, id from list_due_domains(${batchSize})`,
    )
    for (let from = 0; from < dueDomains.length; from += maxConcurrent) {
      abortSignal?.throwIfAborted()
      // One that was deleted meanwhile, or that cannot be written now, is no reason to leave out the others.
      await Promise.allSettled(
        dueDomains
          .slice(from, from + maxConcurrent)
          .map(dueDomain => recheckDomain(app, dnsClient, dueDomain)),
      )
    }
  },
})

type DueDomain = { businessId: string; id: string }

async function recheckDomain(
  app: App,
  dnsClient: DnsClient,
  { businessId, id }: DueDomain,
): Promise<void> {
  const { domain, token, storeHost } = await withBusinessTransaction(app.db, businessId, tx =>
    getDomainClaim(tx, id),
  )
  const check = await checkRecords(dnsClient, domain, token, storeHost)
  await withBusinessTransaction(app.db, businessId, tx =>
    saveCheck(tx, id, check, { patient: true }),
  )
}
