import { expect, test } from 'vitest'
import { parseDomainHost } from './domain-host.ts'

const zones = ['storewright.localhost', 'admin.storewright.example']
const createHost = (labelLengths: number[]) => labelLengths.map(n => 'a'.repeat(n)).join('.')

test.each([
  ['example.com', 'example.com'],
  ['  Shop.EXAMPLE.com \r\n', 'shop.example.com'],
  ['example.com.', 'example.com'],
  ['www.bücher.de', 'www.xn--bcher-kva.de'],
  ['例え.jp', 'xn--r8jz45g.jp'],
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  ['ｅｘａｍｐｌｅ.com', 'example.com'],
  ['a.b.c.d.example.co.uk', 'a.b.c.d.example.co.uk'],
  ['someone.github.io', 'someone.github.io'],
  [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
])('parses %j as %s', (input, host) => expect(parseDomainHost(input, zones)).toBe(host))

test.each([
  '',
  ' ',
  'localhost',
  'example',
  '.example.com',
  'example..com',
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '①②⑦.⓪.⓪.①',
  '[::1]',
  '::1',
  '*.example.com',
  '_dmarc.example.com',
  '-shop.example.com',
  'shop-.example.com',
  `${'a'.repeat(64)}.com`,
  `${createHost([63, 63, 63, 60])}.com`,
  'xn--',
  'xn--.com',
  'com',
  'co.uk',
  'github.io',
  'storewright.localhost',
  'other-store.storewright.localhost',
  'admin.storewright.example',
  'x.admin.storewright.example',
  'printer.local',
  'db.internal',
  'x.onion',
  '1.0.0.127.in-addr.arpa',
  'example.com:80',
  'http://example.com',
  'example.com/path',
  'user@example.com',
  'example.com#',
  'example.com?x',
  'exa mple.com',
  'example.com\\x',
  'example%2ecom.de',
  'example.com\0',
  'a,b.com',
  'example。com／x',
  '"example".com',
  "x'.com",
  '<b>.com',
])('rejects %j with an error on the field', input => {
  expect(() => parseDomainHost(input, zones)).toThrow(
    expect.objectContaining({
      status: 422,
      details: { errors: [expect.objectContaining({ path: 'domain' })] },
    }),
  )
})
