import { expect, test } from 'vitest'
import { listPagePaths } from '../../../scripts/page/list-page-paths.ts'
import { getRecordPath, recordListPaths, recordPagePaths } from './record-paths.ts'

test('every path of a record is the path of a route', () => {
  expect(listPagePaths()).toEqual(
    expect.arrayContaining([...Object.values(recordPagePaths), ...Object.values(recordListPaths)]),
  )
})

test('the path of a record contains its ID', () => {
  expect(getRecordPath('order', 'abc')).toBe('/apps/order/orderDetail/abc')
})
