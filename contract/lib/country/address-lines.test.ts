import { expect, test } from 'vitest'
import { listAddressLines } from './address-lines.ts'

test.each([
  ['DE', ['Quay 4', 'Rear building', '20457 Hamburg', 'HH']],
  ['US', ['Quay 4', 'Rear building', 'Hamburg HH 20457']],
  ['GB', ['Quay 4', 'Rear building', 'Hamburg', '20457', 'HH']],
  ['FR', ['Quay 4', 'Rear building', '20457 Hamburg', 'HH']],
  ['IT', ['Quay 4', 'Rear building', '20457 Hamburg HH']],
  ['BR', ['Quay 4', 'Rear building', 'Hamburg HH', '20457']],
  ['JP', ['20457', 'HH', 'Hamburg', 'Quay 4', 'Rear building']],
  ['HU', ['Hamburg', 'Quay 4', 'Rear building', '20457', 'HH']],
  ['RS', ['Quay 4', 'Rear building', '20457 Hamburg', 'HH']],
])('an address in %s has the lines of its country', (country, lines) => {
  const address = {
    name: 'Ada Verne',
    line1: 'Quay 4',
    line2: 'Rear building',
    postalCode: '20457',
    city: 'Hamburg',
    region: 'HH',
    country,
  }
  expect(listAddressLines(address, 'Country')).toEqual(['Ada Verne', ...lines, 'Country'])
})

test('empty parts have no line', () => {
  expect(listAddressLines({ name: '', city: 'Leeds', country: 'GB' }, '')).toEqual(['Leeds'])
  expect(listAddressLines({}, '')).toEqual([])
})

test('a postal code that was stored without its mark is written with it', () => {
  const address = { line1: '1 Chiyoda', city: 'Tokyo', postalCode: '1000001', country: 'JP' }
  expect(listAddressLines(address, 'Japan')).toContain('100-0001')
})
