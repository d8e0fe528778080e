import { type Domain, domainApi } from '#contract/store/domain.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import { dnsClient } from '../lib/http/dns-client.ts'
import {
  isRegisteredDomain,
  listReservedZones,
  parseDomainHost,
} from '../store/rule/domain-host.ts'
import { getStoreUrl } from '../store/rule/store-url.ts'
import { checkRecords } from './domain-lookup.ts'
import { domainRecheckJobs } from './domain-recheck.ts'
import {
  createDomain,
  deleteDomain,
  getDomain,
  getDomainClaim,
  listDomains,
  makePrimary,
  type StoredDomain,
  saveCheck,
} from './domain-store.ts'

export function domainRoutes(app: App) {
  const { storefrontAddresses: storeAddresses } = app.config
  const reservedZones = listReservedZones(app.config)

  const toDomain = (domain: StoredDomain): Domain => ({
    ...domain,
    isRoot: domain.kind === 'custom' && isRegisteredDomain(domain.domain),
    url: getStoreUrl(app.config, domain.domain),
  })

  Object.assign(app.jobs, domainRecheckJobs(app, dnsClient))

  serve(app, domainApi.list, async ({ tx }) => (await listDomains(tx)).map(toDomain))
  serve(app, domainApi.create, async ({ tx, body }) =>
    toDomain(await createDomain(tx, parseDomainHost(body.domain, reservedZones), storeAddresses)),
  )
  serveWithoutTransaction(app, domainApi.verify, async ({ params, inTx }) => {
    const claim = await inTx(tx => getDomainClaim(tx, params.id))
    if (claim.kind === 'subdomain')
      return inTx(async tx => toDomain(await getDomain(tx, params.id)))
    const { domain: host, token, storeHost } = claim
    const check = await checkRecords(dnsClient, { host, token }, { storeHost, storeAddresses })
    return inTx(async tx => toDomain(await saveCheck(tx, params.id, check)))
  })
  serve(app, domainApi.makePrimary, async ({ tx, params }) =>
    toDomain(await makePrimary(tx, params.id)),
  )
  serve(app, domainApi.delete, async ({ tx, params }) => {
    await deleteDomain(tx, params.id)
  })
}
