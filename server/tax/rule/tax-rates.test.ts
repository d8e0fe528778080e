import { expect, test } from 'vitest'
import type { TaxRate } from '#contract/store/tax.ts'
import { findTaxRates, type StoreTaxes, type TaxedSale } from './tax-rates.ts'

const rate = (country: string, percentage: number, changes: Partial<TaxRate> = {}): TaxRate => ({
  country,
  region: '',
  rate: percentage,
  validFrom: null,
  ...changes,
})
const standard = {
  _id: 'standard',
  isStandard: true,
  rates: [
    rate('DE', 19),
    rate('DE', 16, { validFrom: '2020-07-01' }),
    rate('DE', 19.5, { validFrom: '2021-01-01' }),
    rate('DE', 21, { validFrom: '2030-01-01' }),
    rate('US', 0),
    rate('US', 7.25, { region: 'California' }),
    rate('FR', 20),
  ],
}
const books = { _id: 'books', isStandard: false, rates: [rate('', 5), rate('DE', 7)] }
const storeTaxes: StoreTaxes = {
  country: 'DE',
  vatId: 'DE136695976',
  defaultRate: 18,
  shippingTaxRule: 'highest',
  euTaxRule: 'destination',
  classes: [standard, books],
  today: '2026-03-01',
}
const sale: TaxedSale = {
  lines: [null, 'books'],
  country: 'DE',
  region: '',
  vatId: '',
  isExempt: false,
}
const find = (changes: Partial<TaxedSale> = {}, taxChanges: Partial<StoreTaxes> = {}) => {
  const { included: _, ...rates } = findTaxRates(
    { ...storeTaxes, ...taxChanges },
    { ...sale, ...changes },
  )
  return rates
}

test('a store without rates has its default rate everywhere', () => {
  const empty = { classes: [{ ...standard, rates: [] }] }
  for (const country of ['DE', 'FR', 'US', ''])
    expect(find({ country }, empty)).toEqual({ lines: [18, 18], shipping: 18, exemption: '' })
  expect(find({}, { classes: [] }).lines).toEqual([18, 18])
})

test.each([
  ['the latest rate that is valid', 'DE', '', [19.5, 7]],
  ['the rate of the region', 'US', 'california', [7.25, 5]],
  ['the rate of the region that the checkout stores as a code', 'US', 'CA', [7.25, 5]],
  ['the rate of the country for another region', 'US', 'Nevada', [0, 5]],
  ['the default rate for a country without a rate', 'JP', '', [18, 5]],
  ['the rates of the store without a country', '', '', [19.5, 7]],
])('a sale has %s', (_, country, region, lines) => {
  expect(find({ country, region }).lines).toEqual(lines)
})

test('a class without a rate for a place has that of the standard class', () => {
  const only = { ...books, rates: [rate('DE', 7)] }
  expect(find({ country: 'FR' }, { classes: [standard, only] }).lines).toEqual([20, 20])
})

test('shipping has the highest rate of the goods, or none', () => {
  expect(find().shipping).toBe(19.5)
  expect(find({ lines: ['books'] }).shipping).toBe(7)
  expect(find({}, { shippingTaxRule: 'none' }).shipping).toBe(0)
})

test('sales to other EU countries have the rates of either country', () => {
  expect(find({ country: 'FR' }).lines).toEqual([20, 5])
  const home = { euTaxRule: 'home' } as const
  expect(find({ country: 'FR' }, home).lines).toEqual([19.5, 7])
  expect(find({ country: 'US' }, home).lines).toEqual([0, 5])
  expect(find({ country: 'FR' }, { ...home, country: 'CH' }).lines).toEqual([20, 5])
})

const vatId = 'FR40303265045'
test('a company in another EU country pays the tax itself', () => {
  expect(find({ country: 'FR', vatId })).toEqual({
    lines: [0, 0],
    shipping: 0,
    exemption: 'reverse_charge',
  })
  const { included } = findTaxRates(storeTaxes, { ...sale, country: 'FR', vatId })
  expect(included).toEqual({ lines: [19.5, 7], shipping: 19.5 })
})

test.each<[string, Partial<TaxedSale>, Partial<StoreTaxes>]>([
  ['a delivery in the country of the store', { country: 'DE', vatId }, {}],
  ['a delivery outside the EU', { country: 'US', vatId }, {}],
  ['an invalid VAT ID', { country: 'FR', vatId: 'FR40303265046' }, {}],
  ['a VAT ID of the country of the store', { country: 'FR', vatId: 'DE136695976' }, {}],
  ['a VAT ID from outside the EU', { country: 'FR', vatId: 'CHE123456788' }, {}],
  ['no VAT ID', { country: 'FR', vatId: '' }, {}],
  ['a store without a VAT ID', { country: 'FR', vatId }, { vatId: '' }],
  ['a store outside the EU', { country: 'FR', vatId }, { country: 'CH' }],
])('there is no reverse charge with %s', (_, changes, taxChanges) => {
  expect(find(changes, taxChanges).exemption).toBe('')
})

test('an exempt customer pays no tax anywhere', () => {
  expect(find({ isExempt: true })).toEqual({ lines: [0, 0], shipping: 0, exemption: 'exempt' })
})
