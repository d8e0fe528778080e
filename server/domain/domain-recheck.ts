import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { DnsClient } from '../lib/http/dns-client.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { checkRecords } from './domain-lookup.ts'
import { getDomainClaim, saveCheck } from './domain-store.ts'

/** Maximum number of domains per run. The next run, a few minutes later, checks the rest. */
const batchSize = 100
const maxConcurrent = 5

/** Checks the domains that are due, so that a domain becomes active without a manual check. */
export const domainRecheckJobs = (app: App, dnsClient: DnsClient): JobHandlers => ({
  'domain.recheck': async (_, { abortSignal }) => {
    const dueDomains = await withTransaction(
      app.db,
      {},
      tx => tx<DueDomain[]>`select store_id, id from list_due_domains(${batchSize})`,
    )
    for (let from = 0; from < dueDomains.length; from += maxConcurrent) {
      abortSignal?.throwIfAborted()
      // A domain that was deleted in the meantime or cannot be saved does not stop the others.
      await Promise.allSettled(
        dueDomains
          .slice(from, from + maxConcurrent)
          .map(dueDomain => recheckDomain(app, dnsClient, dueDomain)),
      )
    }
  },
})

type DueDomain = { storeId: string; id: string }

async function recheckDomain(
  app: App,
  dnsClient: DnsClient,
  { storeId, id }: DueDomain,
): Promise<void> {
  const { domain, token, storeHost } = await withStoreTransaction(app.db, storeId, tx =>
    getDomainClaim(tx, id),
  )
  const { storefrontAddresses: storeAddresses } = app.config
  const check = await checkRecords(
    dnsClient,
    { host: domain, token },
    { storeHost, storeAddresses },
  )
  await withStoreTransaction(app.db, storeId, tx => saveCheck(tx, id, check, { isScheduled: true }))
}
