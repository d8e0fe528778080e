import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldTrackingNumber } from '#contract/store/tracking-number.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('numbers are folded as in the column of parcels', async () => {
  const numbers = [
    '',
    '-',
    '7946 1234 5678',
    '1Z-999 aa1',
    'RR_12.3/4',
    '\u00c4\u00df 1',
    'a\u00a0b',
  ]
  const rows = await t.inStore(async tx => {
    await tx`insert into "order" (number, currency) values ('#1', 'USD')`
    return tx<{ number: string; folded: string }[]>`
      insert into fulfillment (order_id, number, status, tracking_number)
      select o.id, '', 'shipped', n from "order" o, unnest(${numbers}::text[]) n
      returning tracking_number as number, folded_tracking as folded`
  })
  expect(rows).toHaveLength(numbers.length)
  for (const { number, folded } of rows) expect(foldTrackingNumber(number)).toBe(folded)
})
