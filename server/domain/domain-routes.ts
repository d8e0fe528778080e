import { domainApi } from '#contract/domain.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import { readHost } from './domain-host.ts'
import { checkRecords, dns } from './domain-lookup.ts'
import { recheckJob } from './domain-recheck.ts'
import * as store from './domain-store.ts'

export function domainRoutes(app: App) {
  const zone = app.config.storefrontHost
  const ourZones = [zone, new URL(app.config.publicUrl).hostname]

  Object.assign(app.jobs, recheckJob(app, dns))

  serve(app, domainApi.list, ({ tx }) => store.listDomains(tx))
  serve(app, domainApi.create, ({ tx, body }) =>
    store.addDomain(tx, readHost(body.domain, ourZones)),
  )
  serveWithoutTransaction(app, domainApi.verify, async ({ params, inTx }) => {
    const asked = await inTx(tx => store.readClaim(tx, params.id))
    if (asked.kind === 'subdomain') return inTx(tx => store.getDomain(tx, params.id))
    const seen = await checkRecords(dns, asked.domain, asked.token, asked.storeHost)
    return inTx(tx => store.keepCheck(tx, params.id, seen))
  })
  serve(app, domainApi.makePrimary, ({ tx, params }) => store.makePrimary(tx, params.id))
  serve(app, domainApi.delete, async ({ tx, params }) => {
    await store.removeDomain(tx, params.id)
  })
}
