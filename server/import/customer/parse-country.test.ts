import { expect, it } from 'vitest'
import { parseCountry } from './parse-country.ts'

it.each([
  ['de', 'DE'],
  ['UK', 'GB'],
  ['Germany', 'DE'],
  ['DEUTSCHLAND', 'DE'],
  ['Viêt Nam', 'VN'],
  ['Estados Unidos', 'US'],
  ['Brasil', 'BR'],
  ['Serbie', 'RS'],
  ['المملكة العربية السعودية', 'SA'],
  ['', ''],
  ['Atlantis', undefined],
])('reads the country %o as %o', (text, code) => {
  expect(parseCountry(text)).toBe(code)
})
