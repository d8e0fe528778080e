import { Resolver } from 'node:dns/promises'
import type { DnsRecord } from '#contract/domain.ts'

export type DnsClient = Pick<Resolver, 'resolve4' | 'resolveCname' | 'resolveTxt'>
export type DnsCheck = {
  records: DnsRecord[]
  isOwned: boolean
  pointsToStore: boolean
  isInconclusive: boolean
}

/** Asks the name servers of the machine; a silent one is given up after two tries of three seconds. */
export const dnsClient: DnsClient = new Resolver({ timeout: 3000, tries: 2 })

const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA'])
type DnsAnswer = { values: string[]; isInconclusive: boolean }

/** What the name system says, where "there is none" is an answer and silence is not. */
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

/** What has to be set for a host: the proof that it is one's own, and the way to the store. */
export const buildRequiredRecords = (
  host: string,
  token: string,
  storeHost: string,
): DnsRecord[] => [
  { type: 'TXT', name: `_storewright.${host}`, value: token, found: false },
  { type: 'CNAME', name: host, value: storeHost, found: false },
]

/**
 * Looks the wanted records up. A registered name itself cannot have a CNAME, and some registrars answer for one with its
 * addresses, so the way also counts as found when the host has addresses and all of them are the store's.
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
