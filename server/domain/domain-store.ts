import { Domain, maxDomains } from '#contract/domain.ts'
import { assertFound, failField, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateRow } from '../lib/db/db.ts'
import { buildRequiredRecords, type DnsCheck } from './domain-lookup.ts'

type DomainClaim = Pick<Domain, 'domain' | 'kind'> & { token: string; storeHost: string }

type DomainState = {
  isActive: boolean
  isProvenElsewhere: boolean /** Missed at the last look. */
  isDoubted: boolean /** New, and never seen. */
  isFresh: boolean
}
type DomainCheckOutcome = Pick<Domain, 'status' | 'lastError'>

/** One change of a store's addresses at a time: their number is limited, and one of them is primary. */
const lockDomains = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('domain ' || current_business(), 0))`

/** The store's own subdomain first, the others as they were added. */
export const listDomains = async (tx: Tx): Promise<Domain[]> => [
  ...(await tx<
    Domain[]
  >`select ${selectColumns(Domain)(tx)} from domain order by kind = 'subdomain' desc, id`),
]

export async function getDomain(tx: Tx, id: string): Promise<Domain> {
  const [row] = await tx<Domain[]>`select ${selectColumns(Domain)(tx)} from domain where id = ${id}`
  return assertFound(row, 'domain_not_found')
}

export async function createDomain(tx: Tx, host: string): Promise<Domain> {
  await lockDomains(tx)
  const [domainCounts] = await tx<{ number: number; isThere: boolean; storeHost: string }[]>`
    select (count(*) filter (where kind = 'custom'))::integer as number, coalesce(bool_or(domain = ${host}), false) as is_there,
      coalesce(min(domain) filter (where kind = 'subdomain'), '') as store_host from domain`
  if (domainCounts?.isThere) throw failField('domain', 'domain_listed', {}, 409)
  if (domainCounts && domainCounts.number >= maxDomains)
    throw new Problem(409, 'domain_limit', { count: maxDomains })
  const token = crypto.randomUUID().replaceAll('-', '')
  return getDomain(
    tx,
    await insertRow(tx, 'domain', {
      domain: host,
      token,
      records: buildRequiredRecords(host, token, domainCounts?.storeHost ?? ''),
    }),
  )
}

/** What has to be looked up for a domain. Read anew each time, since the store's own host may have changed. */
export async function getDomainClaim(tx: Tx, id: string): Promise<DomainClaim> {
  const [row] = await tx<DomainClaim[]>`
    select domain, kind, token, (select own.domain from domain own where own.kind = 'subdomain') as store_host from domain where id = ${id}`
  return assertFound(row, 'domain_not_found')
}

/** Writes down what a look at the name system showed. `patient`: nobody asked for it just now, so bad news may wait. */
export async function saveCheck(
  tx: Tx,
  id: string,
  check: DnsCheck,
  { patient: isScheduled = false } = {},
): Promise<Domain> {
  await lockDomains(tx)
  const [row] = await tx<(DomainState & { isPrimary: boolean })[]>`
    select status = 'active' as is_active, is_primary, last_error <> '' as is_doubted, status = 'pending' and created_at > now() - interval '3 days' as is_fresh, status <> 'active' and is_domain_verified(domain) as is_proven_elsewhere from domain where id = ${id} for update`
  const { isPrimary, ...current } = assertFound(row, 'domain_not_found')
  const { status, lastError } = isScheduled
    ? evaluateScheduledCheck(check, current)
    : evaluateCheck(check, current)
  const remainsActive = status === 'active'
  await updateRow(tx, 'domain', id, {
    status,
    lastError,
    records: check.records,
    lastCheckedAt: new Date().toISOString(),
    ...(!remainsActive && { isPrimary: false }),
  })
  if (isPrimary && !remainsActive) await makeSubdomainPrimary(tx)
  return getDomain(tx, id)
}

/** A proven domain needs no proof again, and is not lost because name servers are silent for a moment. */
function evaluateCheck(
  check: DnsCheck,
  { isActive, isProvenElsewhere }: DomainState,
): DomainCheckOutcome {
  if (isProvenElsewhere) return { status: 'failed', lastError: 'taken' }
  if (check.pointsToStore && (check.isOwned || isActive)) return { status: 'active', lastError: '' }
  if (check.isInconclusive)
    return {
      status: isActive ? 'active' : 'pending',
      lastError: 'unanswered',
    }
  if (!check.isOwned && !isActive)
    return {
      status: 'failed',
      lastError: 'unproven',
    }
  return {
    status: 'failed',
    lastError: 'not_pointing',
  }
}

/** New records take their time, so a new domain goes on waiting; and one miss does not take a store's address from it. */
function evaluateScheduledCheck(check: DnsCheck, current: DomainState): DomainCheckOutcome {
  const outcome = evaluateCheck(check, current)
  if (outcome.status !== 'failed' || current.isProvenElsewhere) return outcome
  if (current.isFresh) return { status: 'pending', lastError: '' }
  return current.isActive && !current.isDoubted ? { ...outcome, status: 'active' } : outcome
}

export async function makePrimary(tx: Tx, id: string): Promise<Domain> {
  await lockDomains(tx)
  const domain = await getDomain(tx, id)
  if (domain.status !== 'active') throw new Problem(409, 'not_active')
  await tx`update domain set is_primary = false where is_primary and id <> ${id}`
  await tx`update domain set is_primary = true where id = ${id} and not is_primary`
  return getDomain(tx, id)
}

export async function deleteDomain(tx: Tx, id: string): Promise<void> {
  await lockDomains(tx)
  const domain = await getDomain(tx, id)
  if (domain.kind === 'subdomain') throw new Problem(409, 'own_subdomain')
  await tx`delete from domain where id = ${id}`
  if (domain.isPrimary) await makeSubdomainPrimary(tx)
}

const makeSubdomainPrimary = (tx: Tx) =>
  tx`update domain set is_primary = true where kind = 'subdomain'`
