import { domainApi } from '#contract/domain.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import { parseDomainHost } from './domain-host.ts'
import { checkRecords, dnsClient } from './domain-lookup.ts'
import { domainRecheckJobs } from './domain-recheck.ts'
import * as store from './domain-store.ts'

export function domainRoutes(app: App) {
  const zone = app.config.storefrontHost
  const reservedZones = [zone, new URL(app.config.publicUrl).hostname]

  Object.assign(app.jobs, domainRecheckJobs(app, dnsClient))

  serve(app, domainApi.list, ({ tx }) => store.listDomains(tx))
  serve(app, domainApi.create, ({ tx, body }) =>
    store.createDomain(tx, parseDomainHost(body.domain, reservedZones)),
  )
  serveWithoutTransaction(app, domainApi.verify, async ({ params, inTx }) => {
    const claim = await inTx(tx => store.getDomainClaim(tx, params.id))
    if (claim.kind === 'subdomain') return inTx(tx => store.getDomain(tx, params.id))
    const check = await checkRecords(dnsClient, claim.domain, claim.token, claim.storeHost)
    return inTx(tx => store.saveCheck(tx, params.id, check))
  })
  serve(app, domainApi.makePrimary, ({ tx, params }) => store.makePrimary(tx, params.id))
  serve(app, domainApi.delete, async ({ tx, params }) => {
    await store.deleteDomain(tx, params.id)
  })
}
