import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Not reachable on the public internet, or not meant to be: IANA's special-purpose registry for IPv4. */
const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24],
  ['192.88.99.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const) closed.addSubnet(net, bits, 'ipv4')
// Within 2000::/3, which alone is routed: protocol assignments with Teredo, documentation, and 6to4, which carries an
// IPv4 address of anybody's choice.
for (const [net, bits] of [['2001::', 23], ['2001:db8::', 32], ['2002::', 16], ['3fff::', 20]] as const) closed.addSubnet(net, bits, 'ipv6')
const routed = new BlockList()
routed.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to somebody out there. What maps or embeds IPv4 lies outside 2000::/3 and is refused with it. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && routed.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

/** What the name server says now, and nothing else, is what is connected to: a second question may get another answer. */
export const resolveHost: Resolve = host => lookup(host, { all: true, verbatim: true })
