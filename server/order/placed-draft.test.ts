import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

/** Creates an order that is 40 days old. */
async function createOldOrder(isDraft: boolean) {
  const { variant } = await tester.createProduct({ sku: `POT-${crypto.randomUUID()}` })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 2, unitPrice: 1000 }],
    isDraft,
  })
  await t.inStore(
    tx => tx`
      update "order" set created_at = now() - interval '40 days' where id = ${order._id}`,
  )
  return order
}
const isOfToday = async (id: string) =>
  Date.now() - Date.parse((await tester.getOrder(id)).createdAt) < 86_400_000

test('a draft that was canceled and is reopened has the date when it was placed', async () => {
  const draft = await createOldOrder(true)
  await tester.updateStatus(draft._id, 'cancelled')
  expect(await isOfToday(draft._id)).toBe(false)
  const before = await countSales()
  await tester.updateStatus(draft._id, 'pending')
  expect(await isOfToday(draft._id)).toBe(true)
  expect(await countSales()).toEqual({ old: before.old, recent: before.recent + 1 })
  const { body } = await t.call('owner', orderApi.list, { query: {} })
  expect(body.data[0]._id).toBe(draft._id)
})

/** Returns the number of sold orders of the last three days and of the days before. */
async function countSales() {
  await t.runJobs()
  const [row] = await t.inStore(
    tx => tx<{ old: number; recent: number }[]>`
      select coalesce(sum(orders) filter (where day < current_date - 3), 0)::integer as old,
        coalesce(sum(orders) filter (where day >= current_date - 3), 0)::integer as recent
      from sales_day where status not in ('draft', 'cancelled')`,
  )
  return { old: row?.old ?? 0, recent: row?.recent ?? 0 }
}

test('a draft that is placed has the date of that time, also after it is canceled again', async () => {
  const draft = await createOldOrder(true)
  await tester.updateStatus(draft._id, 'pending')
  const { createdAt } = await tester.getOrder(draft._id)
  expect(await isOfToday(draft._id)).toBe(true)
  await tester.updateStatus(draft._id, 'cancelled')
  await tester.updateStatus(draft._id, 'pending')
  expect((await tester.getOrder(draft._id)).createdAt).toBe(createdAt)
})

test('an order that was canceled and is reopened keeps its date', async () => {
  const order = await createOldOrder(false)
  await tester.updateStatus(order._id, 'cancelled')
  await tester.updateStatus(order._id, 'pending')
  expect(await isOfToday(order._id)).toBe(false)
})
