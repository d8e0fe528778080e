import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Not reachable on the public internet, or not meant to be: IANA's special-purpose registry for IPv4. */
const reservedRanges = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Of Azure's network, which answers each of its machines there with what that one alone should know.
  ['168.63.129.16', 32],
] as const)
  reservedRanges.addSubnet(net, bits, 'ipv4')
// Within 2000::/3, which alone is routed: protocol assignments with Teredo, documentation, and 6to4, which carries an
// IPv4 address of anybody's choice.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedRanges.addSubnet(net, bits, 'ipv6')
const routedRanges = new BlockList()
routedRanges.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to somebody out there. What maps or embeds IPv4 lies outside 2000::/3 and is refused with it. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reservedRanges.check(address, 'ipv4')
  return (
    family === 6 && routedRanges.check(address, 'ipv6') && !reservedRanges.check(address, 'ipv6')
  )
}

export type HostResolver = (host: string) => Promise<{ address: string; family: number }[]>
export type DnsResolver = Record<'resolve4' | 'resolve6', (host: string) => Promise<string[]>>

/**
 * What the name servers say now, and nothing else, is what is connected to: a second question may get another answer. They
 * are asked by messages of our own, since `lookup` keeps a thread of the process waiting for each, and there are four.
 */
export const createHostResolver =
  (dns: DnsResolver): HostResolver =>
  async host => {
    const family = isIP(host)
    if (family) return [{ address: host, family }]
    // No name server has anything to say of it (RFC 6761).
    if (/(^|\.)localhost\.?$/i.test(host))
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
    const [ipv4Result, ipv6Result] = await Promise.allSettled([
      dns.resolve4(host),
      dns.resolve6(host),
    ])
    const addresses = [...toAddresses(ipv4Result, 4), ...toAddresses(ipv6Result, 6)]
    if (addresses.length === 0 && ipv4Result.status === 'rejected') throw ipv4Result.reason
    return addresses
  }
const toAddresses = (answer: PromiseSettledResult<string[]>, family: number) =>
  answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family })) : []

export const resolveHost: HostResolver = createHostResolver(
  new Resolver({ timeout: 2000, tries: 2 }),
)
