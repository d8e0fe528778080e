import { Resolver } from 'node:dns/promises'
import type { DnsRecord } from '#contract/domain.ts'

export type DnsClient = Pick<Resolver, 'resolve4' | 'resolveCname' | 'resolveTxt'>
export type DnsCheck = {
  records: DnsRecord[]
  isOwned: boolean
  pointsToStore: boolean
  isInconclusive: boolean
}

/** Queries the name servers of the machine, with two attempts of three seconds each. */
export const dnsClient: DnsClient = new Resolver({ timeout: 3000, tries: 2 })

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

/**
 * Returns the DNS records that the user must set: the proof of ownership and the alias to the
 * store.
 */
export const buildRequiredRecords = (
  host: string,
  token: string,
  storeHost: string,
): DnsRecord[] => [
  { type: 'TXT', name: `_storewright.${host}`, value: token, found: false },
  { type: 'CNAME', name: host, value: storeHost, found: false },
]

/**
 * Looks up the required records. A registered domain itself cannot have a CNAME, and some
 * registrars resolve the alias to addresses. Therefore the host also points to the store if it has
 * addresses and all of them belong to the store.
 */
export async function checkRecords(
  resolver: DnsClient,
  host: string,
  token: string,
  storeHost: string,
): Promise<DnsCheck> {
  const [txt, cname, addresses, storeAddresses] = await Promise.all([
    queryDns(
      resolver.resolveTxt(`_storewright.${host}`).then(texts => texts.map(parts => parts.join(''))),
    ),
    queryDns(resolver.resolveCname(host)),
    queryDns(resolver.resolve4(host)),
    queryDns(resolver.resolve4(storeHost)),
  ])
  const isOwned = txt.values.includes(token.toLowerCase())
  const hasSameAddresses =
    addresses.values.length > 0 &&
    addresses.values.every(address => storeAddresses.values.includes(address))
  const pointsToStore = cname.values.includes(storeHost) || hasSameAddresses
  const foundByType = { TXT: isOwned, CNAME: pointsToStore, A: pointsToStore }
  return {
    records: buildRequiredRecords(host, token, storeHost).map(record => ({
      ...record,
      found: foundByType[record.type],
    })),
    isOwned,
    pointsToStore,
    isInconclusive:
      (!isOwned && txt.isInconclusive) ||
      (!pointsToStore && (cname.isInconclusive || addresses.isInconclusive)),
  }
}
