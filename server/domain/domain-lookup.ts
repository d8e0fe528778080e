import { isIPv6 } from 'node:net'
import type { DnsRecord } from '#contract/store/domain.ts'
import type { DnsClient } from '../lib/http/dns-client.ts'
import { isRegisteredDomain } from '../store/rule/domain-host.ts'

export type DnsCheck = {
  records: DnsRecord[]
  isOwned: boolean
  pointsToStore: boolean
  isInconclusive: boolean
}

const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA'])
type DnsAnswer = { values: string[]; isInconclusive: boolean }

/**
 * Returns the values in lower case. A missing record is a result; any other error is inconclusive.
 */
const queryDns = (lookup: Promise<string[]>): Promise<DnsAnswer> =>
  lookup.then(
    values => ({
      values: values.map(value => value.toLowerCase().replace(/\.$/, '')),
      isInconclusive: false,
    }),
    (error: unknown) => ({
      values: [],
      isInconclusive: !(
        error instanceof Error &&
        'code' in error &&
        notFoundCodes.has(String(error.code))
      ),
    }),
  )

/** The targets of DNS records: the host for a CNAME, the addresses for a host without one. */
export type StoreTarget = { storeHost: string; storeAddresses: readonly string[] }
type DomainClaim = { host: string; token: string }

/**
 * Returns the DNS records that the user must set: the proof of ownership and the way to the store. A
 * registered domain itself cannot have a CNAME record.
 */
export function buildRequiredRecords(
  { host, token }: DomainClaim,
  { storeHost, storeAddresses }: StoreTarget,
): DnsRecord[] {
  const hasAddresses = storeAddresses.length > 0 && isRegisteredDomain(host)
  const targets: Pick<DnsRecord, 'type' | 'value'>[] = hasAddresses
    ? storeAddresses.map(value => ({ type: isIPv6(value) ? 'AAAA' : 'A', value }))
    : [{ type: 'CNAME', value: storeHost }]
  return [
    { type: 'TXT', name: `_storewright.${host}`, value: token, found: false },
    ...targets.map(({ type, value }) => ({ type, name: host, value, found: false })),
  ]
}

/**
 * Looks up the required records. Some registrars resolve an alias to addresses. Therefore the host
 * also points to the store if it has addresses and all of them belong to the store: shoppers would
 * reach another server at any other one.
 */
export async function checkRecords(
  resolver: DnsClient,
  claim: DomainClaim,
  target: StoreTarget,
): Promise<DnsCheck> {
  const { host, token } = claim
  const { storeHost } = target
  const [txt, cname, addresses, addresses6, storeAddresses, storeAddresses6] = await Promise.all([
    queryDns(
      resolver.resolveTxt(`_storewright.${host}`).then(texts => texts.map(parts => parts.join(''))),
    ),
    queryDns(resolver.resolveCname(host)),
    queryDns(resolver.resolve4(host)),
    queryDns(resolver.resolve6(host)),
    queryDns(resolver.resolve4(storeHost)),
    queryDns(resolver.resolve6(storeHost)),
  ])
  const isOwned = txt.values.includes(token.toLowerCase())
  const hostAddresses = [...addresses.values, ...addresses6.values]
  const allowedAddresses = [
    ...target.storeAddresses,
    ...storeAddresses.values,
    ...storeAddresses6.values,
  ]
  const hasSameAddresses =
    hostAddresses.length > 0 && hostAddresses.every(address => allowedAddresses.includes(address))
  const pointsToStore = cname.values.includes(storeHost) || hasSameAddresses
  const isFound = ({ type, value }: DnsRecord) => {
    if (type === 'TXT') return isOwned
    return type === 'CNAME' ? pointsToStore : hostAddresses.includes(value)
  }
  return {
    records: buildRequiredRecords(claim, target).map(record => ({
      ...record,
      found: isFound(record),
    })),
    isOwned,
    pointsToStore,
    isInconclusive:
      (!isOwned && txt.isInconclusive) ||
      (!pointsToStore && (cname.isInconclusive || addresses.isInconclusive)),
  }
}
