import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { formatDomain } from './readable-domain.ts'

test.each([
  'www.bücher.de',
  'пример.рф',
  'παράδειγμα.gr',
  '例え.jp',
  'ラーメン屋.jp',
  '한국.kr',
  '中文网.中国',
  'مثال.إختبار',
  'דוגמה.example',
  'उदाहरण.example',
  'ตัวอย่าง.example',
  'hälla2-kök.se',
  'plain.example',
])('%s is shown in its letters', host => {
  expect(formatDomain(domainToASCII(host))).toBe(host)
})

test.each([
  ['letters of Latin and Cyrillic', 'xn--pypal-4ve.com'],
  ['letters that only look like Latin ones', 'xn--80ak6aa92e.com'],
  ['phonetic letters', domainToASCII('ɡoogle.com')],
  ['a dotless i', domainToASCII('paypaı.com')],
  ['Armenian letters that look like Latin ones', domainToASCII('ոսո.am')],
  ['an emoji', 'xn--i-7iq.ws'],
  ['no Punycode', 'xn--a.com'],
  ['nothing after the prefix', 'xn--.com'],
  ['a code outside Unicode', 'xn--99999999.com'],
])('a label with %s stays in ASCII', (_, host) => {
  expect(formatDomain(host)).toBe(host)
})

test('a label of two scripts stays in ASCII beside one that is readable', () => {
  const host = domainToASCII('bücher.pаypal.example')
  expect(host).toMatch(/^xn--bcher-kva\.xn--/)
  expect(formatDomain(host)).toBe(`bücher.${host.split('.')[1]}.example`)
})
