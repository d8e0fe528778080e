import { Domain, maxDomains } from '#contract/domain.ts'
import { assertFound, failField, Problem } from '../lib/call/problem.ts'
import { insertRow, selectColumns, type Tx, updateRow } from '../lib/db/db.ts'
import { type Checked, wantedRecords } from './domain-lookup.ts'

type Claim = Pick<Domain, 'domain' | 'kind'> & { token: string; storeHost: string }

type Present = {
  isActive: boolean
  isProvenElsewhere: boolean /** Missed at the last look. */
  isDoubted: boolean /** New, and never seen. */
  isFresh: boolean
}
type Verdict = Pick<Domain, 'status' | 'lastError'>

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
  return assertFound(row, 'This domain')
}

export async function addDomain(tx: Tx, host: string): Promise<Domain> {
  await lockDomains(tx)
  const [present] = await tx<{ number: number; isThere: boolean; storeHost: string }[]>`
    select (count(*) filter (where kind = 'custom'))::integer as number, coalesce(bool_or(domain = ${host}), false) as is_there,
      coalesce(min(domain) filter (where kind = 'subdomain'), '') as store_host from domain`
  if (present?.isThere)
    throw failField('domain', 'taken', 'This domain is already in the list', 409)
  if (present && present.number >= maxDomains)
    throw new Problem(409, 'too_many', `A store has at most ${maxDomains} domains of its own`)
  const token = crypto.randomUUID().replaceAll('-', '')
  return getDomain(
    tx,
    await insertRow(tx, 'domain', {
      domain: host,
      token,
      records: wantedRecords(host, token, present?.storeHost ?? ''),
    }),
  )
}

/** What has to be looked up for a domain. Read anew each time, since the store's own host may have changed. */
export async function readClaim(tx: Tx, id: string): Promise<Claim> {
  const [row] = await tx<Claim[]>`
    select domain, kind, token, (select own.domain from domain own where own.kind = 'subdomain') as store_host from domain where id = ${id}`
  return assertFound(row, 'This domain')
}

/** Writes down what a look at the name system showed. `patient`: nobody asked for it just now, so bad news may wait. */
export async function keepCheck(
  tx: Tx,
  id: string,
  seen: Checked,
  { patient = false } = {},
): Promise<Domain> {
  await lockDomains(tx)
  const [row] = await tx<(Present & { isPrimary: boolean })[]>`
    select status = 'active' as is_active, is_primary, last_error <> '' as is_doubted, status = 'pending' and created_at > now() - interval '3 days' as is_fresh, status <> 'active' and host_proven(domain) as is_proven_elsewhere from domain where id = ${id} for update`
  const { isPrimary, ...present } = assertFound(row, 'This domain')
  const { status, lastError } = patient ? judgePatiently(seen, present) : judge(seen, present)
  const stays = status === 'active'
  await updateRow(tx, 'domain', id, {
    status,
    lastError,
    records: seen.records,
    lastCheckedAt: new Date().toISOString(),
    ...(!stays && { isPrimary: false }),
  })
  if (isPrimary && !stays) await crownSubdomain(tx)
  return getDomain(tx, id)
}

/** A proven domain needs no proof again, and is not lost because name servers are silent for a moment. */
function judge(seen: Checked, { isActive, isProvenElsewhere }: Present): Verdict {
  if (isProvenElsewhere) return { status: 'failed', lastError: 'Another store uses this domain.' }
  if (seen.leadsHere && (seen.isOwned || isActive)) return { status: 'active', lastError: '' }
  if (seen.isUnsure)
    return {
      status: isActive ? 'active' : 'pending',
      lastError: 'The name servers did not answer. Try again in a few minutes.',
    }
  if (!seen.isOwned && !isActive)
    return {
      status: 'failed',
      lastError:
        'The TXT record that proves the domain is yours was not found. New records can take up to a day to be seen.',
    }
  return {
    status: 'failed',
    lastError:
      'The domain does not lead to your store yet. New records can take up to a day to be seen.',
  }
}

/** New records take their time, so a new domain goes on waiting; and one miss does not take a store's address from it. */
function judgePatiently(seen: Checked, present: Present): Verdict {
  const verdict = judge(seen, present)
  if (verdict.status !== 'failed' || present.isProvenElsewhere) return verdict
  if (present.isFresh) return { status: 'pending', lastError: '' }
  return present.isActive && !present.isDoubted ? { ...verdict, status: 'active' } : verdict
}

export async function makePrimary(tx: Tx, id: string): Promise<Domain> {
  await lockDomains(tx)
  const present = await getDomain(tx, id)
  if (present.status !== 'active')
    throw new Problem(409, 'not_active', 'Only an active domain can be the primary one')
  await tx`update domain set is_primary = false where is_primary and id <> ${id}`
  await tx`update domain set is_primary = true where id = ${id} and not is_primary`
  return getDomain(tx, id)
}

export async function removeDomain(tx: Tx, id: string): Promise<void> {
  await lockDomains(tx)
  const present = await getDomain(tx, id)
  if (present.kind === 'subdomain')
    throw new Problem(
      409,
      'own_subdomain',
      'The store keeps its own address. It can be changed in the store, not deleted.',
    )
  await tx`delete from domain where id = ${id}`
  if (present.isPrimary) await crownSubdomain(tx)
}

const crownSubdomain = (tx: Tx) => tx`update domain set is_primary = true where kind = 'subdomain'`
