import { expect, test } from 'vitest'
import { PostalCode } from '#contract/lib/country/address.ts'
import { listCountryCodes } from '#contract/lib/country/region-codes.ts'
import { listMissingAddressParts } from '#contract/order/order-address.ts'
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
  ['DE', 'D-10115', true],
  ['DE', 'DE 10115', true],
  ['DE', '\u200e１０１１５\u202c', true],
  ['AT', 'A-1010', true],
  ['CH', 'CH-8001', true],
  ['FR', 'F-75001', true],
  ['LU', 'L-1246', true],
  ['SE', 'SE-111 29', true],
  ['SE', 'S-111 29', true],
  ['JP', '〒100-0001', true],
  ['JP', '〒 １００ー０００１', true],
  ['LT', 'LT-01103', true],
  ['DE', 'X-10115', false],
  ['KP', 'anything', true],
])('in %s the postal code %s is valid: %s', (country, text, isValid) =>
  expect(isPostalCode(country, PostalCode.parse(text))).toBe(isValid),
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
  expect(getAddressForm('RS').rows).toEqual([
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

/** Countries of libaddressinput, with those whose addresses have a postal code and that need it. */
const factsOfPostalCodes = {
  used:
    'AC AD AF AI AL AM AR AS AT AU AX AZ BA BB BD BE BG BH BL BM BN BR BT BY CA CC CH CL CN ' +
    'CO CR CU CV CX CY CZ DE DK DO DZ EC EE EG EH ES ET FI FK FM FO FR GB GE GF GG GI GL GN ' +
    'GP GR GS GT GU GW HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JO JP KE KG KH KP KR KW ' +
    'KY KZ LA LB LI LK LR LS LT LU LV MA MC MD ME MF MG MH MK MM MN MP MQ MT MU MV MX MY MZ ' +
    'NA NC NE NF NG NI NL NO NP NZ OM PE PF PG PH PK PL PM PN PR PT PW PY RE RO RS RU SA SD ' +
    'SE SG SH SI SJ SK SM SN SO SV SZ TA TC TH TJ TM TN TR TT TW TZ UA UM US UY UZ VA VC VE ' +
    'VG VI VN WF XK YT ZA ZM',
  required:
    'AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM ' +
    'IN IO IT JE JP KR LI LT LU LV MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU ' +
    'SE SG SH SJ SK SM TC TR TW UA US VI WF YT ZA',
}

test('postal codes follow the facts of libaddressinput', () => {
  const used = new Set(factsOfPostalCodes.used.split(' '))
  const required = new Set(factsOfPostalCodes.required.split(' '))
  // Parcels arrive without the codes of the first two. Stores expect those of the others.
  const optional = new Set(['CN', 'TW'])
  const expected = new Set('AR BG HR IS SI TH'.split(' '))
  // Their codes are younger than the facts.
  const withField = new Set(['PA', 'PS', 'MS'])
  for (const country of listCountryCodes()) {
    const { rows, required: parts } = getAddressForm(country)
    const hasField = rows.flat().includes('postalCode')
    expect.soft([country, hasField]).toEqual([country, used.has(country) || withField.has(country)])
    const isRequired = (required.has(country) && !optional.has(country)) || expected.has(country)
    expect.soft([country, parts.includes('postalCode')]).toEqual([country, isRequired])
  }
})
