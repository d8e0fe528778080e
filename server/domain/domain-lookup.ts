import { Resolver } from 'node:dns/promises'
import type { DnsRecord } from '#contract/domain.ts'

export type Dns = Pick<Resolver, 'resolve4' | 'resolveCname' | 'resolveTxt'>
export type Checked = {
  records: DnsRecord[]
  isOwned: boolean
  leadsHere: boolean
  isUnsure: boolean
}

/** Asks the name servers of the machine; a silent one is given up after two tries of three seconds. */
export const dns: Dns = new Resolver({ timeout: 3000, tries: 2 })

const absent = new Set(['ENOTFOUND', 'ENODATA'])
type Answers = { values: string[]; isUnsure: boolean }

/** What the name system says, where "there is none" is an answer and silence is not. */
const ask = (question: Promise<string[]>): Promise<Answers> =>
  question.then(
    values => ({
      values: values.map(value => value.toLowerCase().replace(/\.$/, '')),
      isUnsure: false,
    }),
    (error: unknown) => ({
      values: [],
      isUnsure: !(error instanceof Error && 'code' in error && absent.has(String(error.code))),
    }),
  )

/** What has to be set for a host: the proof that it is one's own, and the way to the store. */
export const wantedRecords = (host: string, token: string, storeHost: string): DnsRecord[] => [
  { type: 'TXT', name: `_storewright.${host}`, value: token, found: false },
  { type: 'CNAME', name: host, value: storeHost, found: false },
]

/**
 * Looks the wanted records up. A registered name itself cannot have a CNAME, and some registrars answer for one with its
 * addresses, so the way also counts as found when the host has addresses and all of them are the store's.
 */
export async function checkRecords(
  resolver: Dns,
  host: string,
  token: string,
  storeHost: string,
): Promise<Checked> {
  const [txt, cname, addresses, ours] = await Promise.all([
    ask(
      resolver.resolveTxt(`_storewright.${host}`).then(texts => texts.map(parts => parts.join(''))),
    ),
    ask(resolver.resolveCname(host)),
    ask(resolver.resolve4(host)),
    ask(resolver.resolve4(storeHost)),
  ])
  const isOwned = txt.values.includes(token.toLowerCase())
  const sameAddresses =
    addresses.values.length > 0 && addresses.values.every(address => ours.values.includes(address))
  const leadsHere = cname.values.includes(storeHost) || sameAddresses
  const found = { TXT: isOwned, CNAME: leadsHere, A: leadsHere }
  return {
    records: wantedRecords(host, token, storeHost).map(record => ({
      ...record,
      found: found[record.type],
    })),
    isOwned,
    leadsHere,
    isUnsure: (!isOwned && txt.isUnsure) || (!leadsHere && (cname.isUnsure || addresses.isUnsure)),
  }
}
