import { Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Addresses that are not public: IANA's special-purpose registries for IPv4 and IPv6. */
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
  // Azure's virtual IP address, which returns internal data of a machine to that machine.
  ['168.63.129.16', 32],
] as const)
  reservedRanges.addSubnet(net, bits, 'ipv4')
// Within 2000::/3, the only routed range: protocol assignments with Teredo, documentation, and
// 6to4, which can embed any IPv4 address.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedRanges.addSubnet(net, bits, 'ipv6')
const routedRanges = new BlockList()
routedRanges.addSubnet('2000::', 3, 'ipv6')

/**
 * Returns whether an address is public. Addresses outside 2000::/3 that map or embed IPv4 are not.
 */
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
 * Returns a resolver of host names. Callers connect to the addresses that it returns, because a
 * second query could return other addresses. It queries name servers directly: `dns.lookup` blocks
 * one of the four threads of the process for each query.
 */
export const createHostResolver =
  (dns: DnsResolver): HostResolver =>
  async host => {
    const family = isIP(host)
    if (family) return [{ address: host, family }]
    // Name servers do not answer for localhost (RFC 6761).
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
