import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { dashboardApi } from '#contract/staff/dashboard.ts'
import { eventually } from '../../testing/eventually.ts'
import { createOrderTester, type SampleProduct } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { startSalesSummation } from './sum-sales.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
let stopSummation: (() => Promise<void>) | undefined
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
beforeEach(async () => {
  await t.resetPeople()
  pot = await tester.createProduct({ stock: 1000 })
})
afterEach(async () => {
  await stopSummation?.()
  stopSummation = undefined
})
afterAll(() => t.close())

const createOrders = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }] }),
    ),
  )
const countChanges = () =>
  t.inStore(async tx => (await tx<{ id: string }[]>`select id from sales_change`).length)
const countStoredOrders = () =>
  t.inStore(async tx => {
    const [row] = await tx<{ orders: number }[]>`
      select coalesce(sum(orders), 0)::integer as orders from stored_order_tally`
    return row?.orders
  })
/** Returns the numbers that readers get, however many of the changes are stored. */
async function readTotals() {
  const list = await t.call('owner', orderApi.list)
  const stats = await t.call('owner', dashboardApi.getStats, { query: { period: 'today' } })
  const { today, topProducts } = stats.body.data
  return {
    listed: list.body.meta.total,
    orders: today.today.orders,
    sold: topProducts[0]?.quantity,
  }
}

test('a process sums the changes of its transactions, and readers notice nothing', async () => {
  stopSummation = startSalesSummation(t.app).stop
  await createOrders(12)
  expect(await readTotals()).toEqual({ listed: 12, orders: 12, sold: 12 })
  await eventually(async () => expect(await countChanges()).toBe(0))
  expect(await countStoredOrders()).toBe(12)
  expect(await readTotals()).toEqual({ listed: 12, orders: 12, sold: 12 })
})

test('the job sums the changes of killed processes in all stores', async () => {
  await createOrders(3)
  expect(await countStoredOrders()).toBe(0)
  expect(await readTotals()).toEqual({ listed: 3, orders: 3, sold: 3 })
  await t.app.jobs['sales.sum']?.({}, {} as never)
  expect(await countChanges()).toBe(0)
  expect(await countStoredOrders()).toBe(3)
  expect(await readTotals()).toEqual({ listed: 3, orders: 3, sold: 3 })
})

test('an order waits neither for a summation nor for the totals of another order', async () => {
  await createOrders(2)
  await t.inStore(async tx => {
    // Keeps its locks until the orders below are committed.
    await tx`select sum_sales(1000)`
    await createOrders(2)
    expect(await readTotals()).toEqual({ listed: 4, orders: 4, sold: 4 })
    const [secondSummation] = await t.inStore(
      other => other<{ count: number }[]>`select sum_sales(1000) as count`,
    )
    expect(secondSummation?.count).toBe(0)
  })
  expect(await countStoredOrders()).toBe(2)
  expect(await readTotals()).toEqual({ listed: 4, orders: 4, sold: 4 })
})

test('a summation that is rolled back changes nothing', async () => {
  await createOrders(2)
  const failingSummation = t.inStore(async tx => {
    await tx`select sum_sales(1000)`
    throw new Error('failed on purpose')
  })
  await expect(failingSummation).rejects.toThrow('failed on purpose')
  expect([await countStoredOrders(), await readTotals()]).toEqual([
    0,
    { listed: 2, orders: 2, sold: 2 },
  ])
})

test('a summation of another store leaves the changes where they are', async () => {
  await createOrders(2)
  const changeCount = await countChanges()
  const { storeId } = t.people.stranger
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${storeId}, true)`
    await tx`select sum_sales(1000)`
  })
  expect([await countChanges(), await countStoredOrders()]).toEqual([changeCount, 0])
})

test('a job moves the sales to the days of another time zone', async () => {
  const moveStore = (timezone: string) =>
    t.inStore(tx => tx`update store set timezone = ${timezone}`)
  const listDays = () =>
    t.inStore(
      tx => tx<{ day: string; orders: number }[]>`
        select day::text, orders::integer from stored_sales_day where orders <> 0 order by day`,
    )
  await moveStore('Pacific/Niue')
  await createOrders(3)
  await t.runJobs()
  const [earlier, ...others] = await listDays()
  expect([earlier?.orders, others]).toEqual([3, []])
  // 25 hours later.
  await moveStore('Pacific/Kiritimati')
  expect(await listDays(), 'the change of the settings does not wait').toEqual([earlier])
  await t.runJobs()
  const [later, ...othersLater] = await listDays()
  expect([later?.orders, othersLater]).toEqual([3, []])
  expect(String(later?.day) > String(earlier?.day)).toBe(true)
})
