import { expect, test } from 'vitest'
import { findTrackingUrl, listCarrierNames, StoreCarrier } from './carrier.ts'

test.each([
  ['dhl', 'https://www.dhl.com/global-en/home/tracking.html?submit=1&tracking-id=JD%201'],
  ['UPS-Ground', 'https://www.ups.com/track?tracknum=JD%201'],
  ['UPS Ground', 'https://www.ups.com/track?tracknum=JD%201'],
  ['  fed  ex ', 'https://www.fedex.com/fedextrack/?trknbr=JD%201'],
  ['La Poste', 'https://www.laposte.fr/outils/suivre-vos-envois?code=JD%201'],
  ['La Poste Suisse', 'https://service.post.ch/ekp-web/ui/entry/search/JD%201'],
  ['Upside Couriers', ''],
  ['', ''],
])('the tracking page of the carrier %j is found', (carrier, url) => {
  expect(findTrackingUrl([], { carrier, number: 'JD 1' })).toBe(url)
})

test('a carrier of the store replaces a known one of the same name', () => {
  const own = [{ name: 'DHL', trackingUrl: 'https://own.example/{number}?again={number}' }]
  expect(findTrackingUrl(own, { carrier: 'DHL Paket', number: 'A&B' })).toBe(
    'https://own.example/A%26B?again=A%26B',
  )
  expect(findTrackingUrl(own, { carrier: 'DHL', number: '' })).toBe('')
})

test('the suggestions start with the carriers of the store and its country', () => {
  const own = [{ name: 'Pedal Post', trackingUrl: 'https://pedal.example/{number}' }]
  expect(listCarrierNames(own, 'AT').slice(0, 5)).toEqual([
    'Pedal Post',
    'DPD',
    'GLS',
    'Österreichische Post',
    'DHL',
  ])
  const names = listCarrierNames([], '')
  expect(new Set(names).size).toBe(names.length)
})

test('the link of a carrier uses HTTPS and contains the placeholder', () => {
  const isValid = (trackingUrl: string) =>
    StoreCarrier.safeParse({ name: 'Pedal Post', trackingUrl }).success
  expect(isValid('https://pedal.example/{number}')).toBe(true)
  expect(isValid('https://pedal.example/')).toBe(false)
  expect(isValid('http://pedal.example/{number}')).toBe(false)
  expect(isValid('javascript:alert({number})')).toBe(false)
})
