import { expect, test } from 'vitest'
import { getClientNetwork } from './client-network.ts'

test('three groups are the site of an IPv6 address', () => {
  expect(getClientNetwork('2001:db8:5:7::1', 3)).toBe('2001:db8:5::/48')
  expect(getClientNetwork('192.0.2.1', 3)).toBe('192.0.2.1')
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0db8:0000:0007:ffff:1:2:3', '2001:db8:0:7::/64'],
  ['2001:DB8:0:7:8::', '2001:db8:0:7::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', ''],
])('the network of %s is %s', (ip, network) => {
  expect(getClientNetwork(ip)).toBe(network)
})
