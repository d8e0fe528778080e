import { expect, test } from 'vitest'
import type { PackingItem } from '#contract/packing/packing.ts'
import { findScannedItem } from './find-scanned-item.ts'

const createItem = (_id: string, item: Partial<PackingItem>): PackingItem => ({
  _id,
  title: _id,
  variantTitle: '',
  sku: '',
  barcode: '',
  image: '',
  quantity: 1,
  pickedQuantity: 0,
  ...item,
})
const items = [
  createItem('done', { barcode: '4006381333931', pickedQuantity: 1 }),
  createItem('open', { barcode: '4006381333931' }),
  createItem('upc', { barcode: '0036000291452', sku: 'CUP-1' }),
  createItem('numeric', { sku: '0042' }),
  createItem('plain', {}),
]
const find = (code: string) => findScannedItem(items, code)?._id

test('an item is found by its barcode, with or without leading zeros and spaces, or by its SKU', () => {
  for (const code of ['036000291452', '0 36000 29145 2']) expect(find(code)).toBe('upc')
  expect(find(' cup-1 ')).toBe('upc')
  expect(find('0042')).toBe('numeric')
})

test('of items with the same barcode, the one with open units is counted', () => {
  expect(find('4006381333931')).toBe('open')
})

test('an unknown or empty code finds no item', () => {
  for (const code of ['', '  ', '42', '0000000000000', 'CUP']) expect(find(code)).toBeUndefined()
})
