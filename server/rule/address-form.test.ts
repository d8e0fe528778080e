import { expect, test } from 'vitest'
import { listCountryCodes } from '#contract/lib/region-codes.ts'
import { listMissingAddressParts } from '#contract/order-address.ts'
import { getAddressForm, isPostalCode } from './address-form.ts'
import { isSameRegion } from './address-regions.ts'

test.each(listCountryCodes())('the form of %s has what a delivery there needs', country => {
  const { rows, required, postalExample } = getAddressForm(country)
  const parts = rows.flat()
  expect(new Set(parts).size).toBe(parts.length)
  expect(parts).toEqual(expect.arrayContaining(required))
  // An order with these parts can be shipped later.
  const isNeeded = (part: string) => part !== 'country' && part !== 'region'
  expect(required.filter(isNeeded).toSorted()).toEqual(
    listMissingAddressParts({ country }).filter(isNeeded).toSorted(),
  )
  if (postalExample) expect(isPostalCode(country, postalExample)).toBe(true)
})

test.each([
  ['US', '94103', true],
  ['US', '94103-1234', true],
  ['US', '9410', false],
  ['GB', 'sw1a 1aa', true],
  ['GB', 'M1 1AE', true],
  ['GB', '12345', false],
  ['CA', 'k1a0b1', true],
  ['CA', 'D1A 0B1', false],
  ['IE', 'D02X285', true],
  ['DE', '1011', false],
  ['NL', '1012JS', true],
  ['PT', '1100-148', true],
  ['PL', '00950', true],
  ['JP', '１００－０００１', true],
  ['EG', '١١٥١١', true],
  ['IN', '११०००१', true],
  ['KP', 'anything', true],
])('in %s the postal code %s is valid: %s', (country, text, isValid) =>
  expect(isPostalCode(country, text)).toBe(isValid),
)

test('a form follows its country', () => {
  expect(getAddressForm('US')).toMatchObject({
    rows: [['line1'], ['line2'], ['city'], ['region', 'postalCode']],
    labels: { postalCode: 'zip', region: 'state' },
  })
  expect(getAddressForm('US').regions).toContainEqual({ value: 'NY', name: 'New York' })
  expect(getAddressForm('DE')).toMatchObject({
    rows: [['line1'], ['line2'], ['postalCode', 'city']],
    regions: [],
  })
  expect(getAddressForm('JP').rows[0]).toEqual(['postalCode'])
  expect(getAddressForm('FJ').rows).toEqual([
    ['line1'],
    ['line2'],
    ['postalCode', 'city'],
    ['region'],
  ])
})

test.each([
  ['US', 'California', 'CA', true],
  ['BR', 'Sao Paulo', 'SP', true],
  ['DE', 'Bayern', 'bayern', true],
  ['DE', 'بافاريا', 'بافاريا', true],
  ['US', 'CA', 'CO', false],
])('in %s, %s and %s are the same region: %s', (country, a, b, isSame) =>
  expect(isSameRegion(country, a, b)).toBe(isSame),
)
