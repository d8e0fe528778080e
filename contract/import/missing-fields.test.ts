import { expect, it } from 'vitest'
import { listMissingFields } from './import-match.ts'

it.each([
  ['products', ['title', 'price', null, 'imageSrc'], ['stock', 'sku', 'description']],
  ['products', ['title', 'price', 'inStock', 'sku', 'shortDescription', 'imageSrc'], []],
  ['orders', ['number', 'email', 'billingName', 'lineSku', 'ownPayment'], ['shippingLine1']],
  ['customers', ['firstName', 'phone'], ['email', 'line1']],
])('names the missing fields of %s with %o', (kind, fields, missingFields) => {
  expect(listMissingFields(kind, fields)).toEqual(missingFields)
})
