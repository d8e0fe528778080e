import { expect, test } from 'vitest'
import type { ShippingDestination, ShippingRate, ShippingZone } from '#contract/store/shipping.ts'
import { findShippingRates } from './shipping-rates.ts'

const rate = (name: string, changes: Partial<ShippingRate> = {}): ShippingRate => ({
  _id: name,
  name,
  kind: 'flat',
  steps: [{ from: 0, price: 490 }],
  freeFrom: null,
  minDays: null,
  maxDays: null,
  excludedClasses: [],
  enabled: true,
  ...changes,
})
const zone = (
  name: string,
  destinations: Partial<ShippingDestination>[],
  rates = [rate(name)],
): ShippingZone => ({
  _id: name,
  name,
  version: 1,
  rates,
  destinations: destinations.map(destination => ({
    country: 'DE',
    regions: [],
    postalCodes: [],
    ...destination,
  })),
})
const criteria = { country: 'DE', region: '', postalCode: '', weight: 0, total: 0 }
const listNames = (zones: ShippingZone[], changes: Partial<typeof criteria> = {}) =>
  findShippingRates(zones, { ...criteria, ...changes }).map(({ name }) => name)

const zones = [
  zone('world', []),
  zone('germany', [{}]),
  zone('bavaria', [{ regions: ['Bayern'] }]),
  zone('islands', [{ postalCodes: ['25 8', '27498'] }]),
  zone('sylt', [{ postalCodes: ['2599'] }]),
]

test.each([
  ['another country', { country: 'FR' }, 'world'],
  ['a country', {}, 'germany'],
  ['a region in any case', { region: 'bayern' }, 'bavaria'],
  ['a postal code with spaces', { postalCode: '258 67' }, 'islands'],
  ['the longest postal code', { postalCode: '25999', region: 'Bayern' }, 'sylt'],
  ['a postal code of another country', { country: 'FR', postalCode: '25867' }, 'world'],
])('the zone of %s is the closest one', (_, changes, name) => {
  expect(listNames(zones, changes)).toEqual([name])
  expect(listNames(zones.toReversed(), changes)).toEqual([name])
})

test('a place without a zone has no rates', () => {
  expect(listNames([zone('germany', [{}])], { country: 'FR' })).toEqual([])
  expect(listNames([])).toEqual([])
})

test('enabled rates come cheapest first, and pick-up last', () => {
  const rates = [
    rate('pickup', { kind: 'pickup', steps: [{ from: 0, price: 0 }] }),
    rate('express', { steps: [{ from: 0, price: 990 }] }),
    rate('standard'),
    rate('old', { enabled: false }),
  ]
  expect(listNames([zone('germany', [{}], rates)])).toEqual(['standard', 'express', 'pickup'])
})

test('the price follows weight, total and the free total', () => {
  const steps = [
    { from: 0, price: 500 },
    { from: 1000, price: 900 },
    { from: 5000, price: 0 },
  ]
  const getPrice = (changes: Partial<ShippingRate>, amounts: Partial<typeof criteria>) =>
    findShippingRates([zone('germany', [{}], [rate('standard', changes)])], {
      ...criteria,
      ...amounts,
    })[0]?.price
  expect(getPrice({ kind: 'by_weight', steps }, { weight: 999 })).toBe(500)
  expect(getPrice({ kind: 'by_weight', steps }, { weight: 1000, total: 9000 })).toBe(900)
  expect(getPrice({ kind: 'by_total', steps }, { total: 4999, weight: 9000 })).toBe(900)
  expect(getPrice({ kind: 'by_total', steps }, { total: 5000 })).toBe(0)
  expect(getPrice({ freeFrom: 7500 }, { total: 7499 })).toBe(490)
  expect(getPrice({ freeFrom: 7500 }, { total: 7500 })).toBe(0)
})
