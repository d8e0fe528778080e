import { Domain, maxDomains } from '#contract/store/domain.ts'
import { assertFound, createFieldProblem, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateRow } from '../lib/db/db.ts'
import { buildRequiredRecords, type DnsCheck } from './domain-lookup.ts'

/** The other fields follow from the domain and the settings of the installation. */
const StoredDomain = Domain.omit({ url: true, isRoot: true })
export type StoredDomain = Omit<Domain, 'url' | 'isRoot'>

type DomainColumns = Pick<Domain, 'domain'> &
  Partial<Pick<Domain, 'status' | 'isPrimary' | 'records' | 'lastError' | 'lastCheckedAt'>> & {
    token?: string
  }
declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    domain: DomainColumns
  }
}

type DomainClaim = Pick<Domain, 'domain' | 'kind'> & { token: string; storeHost: string }

type DomainState = {
  isActive: boolean
  isVerifiedElsewhere: boolean
  /** Whether the last check failed. */
  hasError: boolean
  /** Whether the domain is pending and was added within the last three days. */
  isNew: boolean
}
type DomainCheckOutcome = Pick<Domain, 'status' | 'lastError'>

/**
 * Serializes changes of the domains of a store: their number is limited, and exactly one is
 * primary.
 */
const lockDomains = (tx: Tx) =>
  tx`select pg_advisory_xact_lock(hashtextextended('domain ' || current_store(), 0))`

/** Returns the domains of the store: the subdomain first, the others in the order of creation. */
export const listDomains = async (tx: Tx): Promise<StoredDomain[]> => [
  ...(await tx<
    StoredDomain[]
  >`select ${selectColumns(StoredDomain)(tx)} from domain order by kind = 'subdomain' desc, id`),
]

export async function getDomain(tx: Tx, id: string): Promise<StoredDomain> {
  const [row] = await tx<
    StoredDomain[]
  >`select ${selectColumns(StoredDomain)(tx)} from domain where id = ${id}`
  return assertFound(row, 'domain_not_found')
}

export async function createDomain(
  tx: Tx,
  host: string,
  storeAddresses: readonly string[],
): Promise<StoredDomain> {
  await lockDomains(tx)
  const [summary] = await tx<{ customCount: number; isListed: boolean; storeHost: string }[]>`
    select (count(*) filter (where kind = 'custom'))::integer as custom_count,
      coalesce(bool_or(domain = ${host}), false) as is_listed,
      coalesce(min(domain) filter (where kind = 'subdomain'), '') as store_host
    from domain`
  if (summary?.isListed) throw createFieldProblem('domain', 'domain_listed', {}, 409)
  if (summary && summary.customCount >= maxDomains)
    throw new Problem(409, 'domain_limit', { count: maxDomains })
  const token = crypto.randomUUID().replaceAll('-', '')
  return getDomain(
    tx,
    await insertRow(tx, 'domain', {
      domain: host,
      token,
      records: buildRequiredRecords(
        { host, token },
        { storeHost: summary?.storeHost ?? '', storeAddresses },
      ),
    }),
  )
}

/**
 * Returns the data that a check looks up. Read at each check because the subdomain of the store can change.
 */
export async function getDomainClaim(tx: Tx, id: string): Promise<DomainClaim> {
  const [row] = await tx<DomainClaim[]>`
    select domain, kind, token,
      (select own.domain from domain own where own.kind = 'subdomain') as store_host
    from domain where id = ${id}`
  return assertFound(row, 'domain_not_found')
}

/**
 * Saves the outcome of a check. A scheduled check tolerates a first failure, see
 * `evaluateScheduledCheck`.
 */
export async function saveCheck(
  tx: Tx,
  id: string,
  check: DnsCheck,
  { isScheduled = false } = {},
): Promise<StoredDomain> {
  await lockDomains(tx)
  const [row] = await tx<(DomainState & { isPrimary: boolean })[]>`
    select is_primary, status = 'active' as is_active, last_error <> '' as has_error,
      status = 'pending' and created_at > now() - interval '3 days' as is_new,
      status <> 'active' and is_domain_verified(domain) as is_verified_elsewhere
    from domain where id = ${id} for update`
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

/**
 * An active domain needs no proof of ownership, and stays active if the name servers do not
 * respond.
 */
function evaluateCheck(
  check: DnsCheck,
  { isActive, isVerifiedElsewhere }: DomainState,
): DomainCheckOutcome {
  if (isVerifiedElsewhere) return { status: 'failed', lastError: 'taken' }
  if (check.pointsToStore && (check.isOwned || isActive)) return { status: 'active', lastError: '' }
  if (check.isInconclusive)
    return { status: isActive ? 'active' : 'pending', lastError: 'no_dns_response' }
  if (!check.isOwned && !isActive) return { status: 'failed', lastError: 'ownership_unverified' }
  return { status: 'failed', lastError: 'not_pointing' }
}

/**
 * DNS changes take time, so a new domain stays pending. An active domain fails only after two
 * failed checks in a row.
 */
function evaluateScheduledCheck(check: DnsCheck, current: DomainState): DomainCheckOutcome {
  const outcome = evaluateCheck(check, current)
  if (outcome.status !== 'failed' || current.isVerifiedElsewhere) return outcome
  if (current.isNew) return { status: 'pending', lastError: '' }
  return current.isActive && !current.hasError ? { ...outcome, status: 'active' } : outcome
}

export async function makePrimary(tx: Tx, id: string): Promise<StoredDomain> {
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
