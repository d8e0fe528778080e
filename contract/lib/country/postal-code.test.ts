import { expect, test } from 'vitest'
import { CheckoutFields } from '../../storefront/storefront-checkout.ts'
import { Address } from './address.ts'

test.each([
  ['JP', '1000001', '100-0001'],
  ['JP', '１００ー０００１', '100-0001'],
  ['JP', '〒1000001', '100-0001'],
  ['JP', '100 0001', '100-0001'],
  ['BR', '01310100', '01310-100'],
  ['PL', '00950', '00-950'],
  ['PT', '1100148', '1100-148'],
  ['US', '941031234', '94103-1234'],
  ['US', '94103', '94103'],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['CA', 'K1A-0B1', 'K1A 0B1'],
  ['CZ', '11000', '110 00'],
  ['SE', 'SE-11129', '111 29'],
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', 'm11ae', 'M1 1AE'],
  ['GB', 'BFPO 1', 'BFPO 1'],
  ['GB', 'SW1Y', 'SW1Y'],
  ['IE', 'd02x285', 'D02 X285'],
  ['NL', '1012js', '1012 JS'],
  ['NL', 'NL-1012 JS', '1012 JS'],
  ['DE', '10117', '10117'],
  ['JP', 'near the shrine', 'near the shrine'],
  ['', '1000001', '1000001'],
])('in %s the postal code %s is stored as %s', (country, code, expected) => {
  expect(Address.parse({ country, postalCode: code }).postalCode).toBe(expected)
  const entries = CheckoutFields.parse({ intent: 'quote', country, postalCode: code })
  expect(entries.postalCode).toBe(expected)
})

test('an address without a postal code gets none', () => {
  expect(Address.parse({ country: 'JP' })).toEqual({ country: 'JP' })
  expect(Address.parse({ country: 'JP', postalCode: '' })).toEqual({
    country: 'JP',
    postalCode: '',
  })
})
