import { expect, test } from 'vitest'
import { listTestFolders } from './list-test-folders.ts'

test.each([
  ['server/order/items/order-items.ts', ['server/order/items/']],
  ['contract/order/order.ts', ['contract/order/', 'server/order/', 'web/order/']],
  ['server/db/functions/sales/sum_sales.sql', ['server/db/functions/sales/', 'server/sales/']],
  ['server/app.ts', []],
  ['README.md', []],
])('a change of %s selects the tests of %j', (path, folders) =>
  expect(listTestFolders([path])).toEqual(folders),
)

test('a folder contains the tests of its folders', () =>
  expect(listTestFolders(['web/order/a.tsx', 'web/order/list/b.tsx', 'web/ui/c.css'])).toEqual([
    'web/order/',
    'web/ui/',
  ]))
