import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network that counts as one source of requests: an IPv4 address, or the /64 of an IPv6
 * address, because a subscriber gets a whole /64 and can use any address in it. A server can have 65,536 of them: three
 * groups are the /48 of a site.
 */
export function getClientNetwork(ip: string, groupCount = 4): string {
  const address = ip.replace(/%.*$/, '').toLowerCase()
  if (isIPv4(address) || !isIPv6(address)) return address
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (mapped?.[1]) return mapped[1]
  // `::` replaces the missing groups of eight. The groups of the network are returned, without leading
  // zeros.
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const length = before.length + after.length + (address.includes('.') ? 1 : 0)
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array<string>(Math.max(0, 8 - length)).fill('0'), ...after]
  if (groups.slice(0, 5).every(group => /^0+$/.test(group)) && groups[5] === 'ffff')
    return formatIPv4(groups[6], groups[7])
  return `${groups
    .slice(0, groupCount)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${groupCount * 16}`
}

function formatIPv4(high = '0', low = '0'): string {
  const number = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map(bits => Math.floor(number / 2 ** bits) % 256).join('.')
}
