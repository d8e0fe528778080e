import { expect, test } from 'vitest'
import type { ShippingRate } from '#contract/store/shipping.ts'
import { ShippingSettings } from '#contract/store/shipping-settings.ts'
import { estimateStoreDelivery, findOfferShipping } from './estimate-delivery.ts'

const rate = (name: string, price: number, changes: Partial<ShippingRate> = {}): ShippingRate => ({
  _id: name,
  name,
  kind: 'flat',
  steps: [{ from: 0, price }],
  freeFrom: null,
  minDays: null,
  maxDays: null,
  excludedClasses: [],
  enabled: true,
  ...changes,
})
const place = (country: string, postalCodes: string[] = []) => ({
  country,
  regions: [],
  postalCodes,
})
const storeShipping = {
  zones: [
    {
      destinations: [place('GB')],
      rates: [
        rate('Standard', 450, { minDays: 2, maxDays: 3, freeFrom: 5000 }),
        rate('Slow express', 900, { minDays: 3, maxDays: 4 }),
        rate('Express', 1200, { maxDays: 1 }),
        rate('Pickup', 0, { kind: 'pickup' }),
      ],
    },
    { destinations: [place('DE')], rates: [rate('Parcel', 900, { excludedClasses: ['Bulky'] })] },
    { destinations: [place('FR', ['75'])], rates: [rate('Paris', 700)] },
  ],
  settings: ShippingSettings.parse({ cutOff: '14:00', handlingDays: 1 }),
  timeZone: 'UTC',
  country: 'GB',
}
const mug = { weight: 300, total: 2000, classes: [''] }
/** A Tuesday. */
const morning = new Date('2026-12-01T10:00:00Z')
const estimate = (changes: Partial<typeof mug> = {}, to: { country?: string } = {}, at = morning) =>
  estimateStoreDelivery(storeShipping, { ...mug, ...changes }, to, at)

test('the country of the store has the cheapest way, the fastest one and pickup', () => {
  expect(estimate()).toMatchObject({
    country: 'GB',
    countries: ['GB', 'DE', 'FR'],
    shippingOptions: [
      { name: 'Standard', price: 450, deliveryFrom: '2026-12-04', deliveryTo: '2026-12-07' },
      { name: 'Express', price: 1200, deliveryFrom: '2026-12-03', deliveryTo: '2026-12-03' },
      { name: 'Pickup', price: 0 },
    ],
    freeFrom: 5000,
    orderBy: '14:00',
    dependsOnAddress: false,
  })
})

test('after the cut-off time no time is left today', () =>
  expect(estimate({}, {}, new Date('2026-12-01T14:00:00Z')).orderBy).toBeNull())

test('a delivery that is free has no total from which it is free', () =>
  expect(estimate({ total: 5000 })).toMatchObject({
    shippingOptions: [{ price: 0 }, {}, {}],
    freeFrom: null,
  }))

test.each([
  [
    'another country',
    {},
    'DE',
    { shippingOptions: [{ name: 'Parcel' }], orderBy: null, freeFrom: null },
  ],
  ['goods that are not carried', { classes: ['Bulky'] }, 'DE', { shippingOptions: [] }],
  [
    'an unreached country',
    {},
    'NO',
    { country: 'NO', shippingOptions: [], dependsOnAddress: false },
  ],
  [
    'a country with a zone for some postal codes',
    {},
    'FR',
    { shippingOptions: [], dependsOnAddress: true },
  ],
])('%s', (_, changes, country, expected) =>
  expect(estimate(changes, { country })).toMatchObject(expected),
)

test('a store without a country lets the shopper choose', () =>
  expect(estimateStoreDelivery({ ...storeShipping, country: '' }, mug, {}, morning)).toMatchObject({
    country: '',
    shippingOptions: [],
  }))

test('an offer has the cheapest delivery, if its days are known', () => {
  expect(findOfferShipping(storeShipping, mug)).toEqual({
    country: 'GB',
    price: 450,
    handlingDays: 1,
    minDays: 2,
    maxDays: 3,
  })
  expect(findOfferShipping({ ...storeShipping, country: 'DE' }, mug)).toBeNull()
})
