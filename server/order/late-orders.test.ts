import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, type OrderListItem, orderApi } from '#contract/order/order.ts'
import { dashboardApi } from '#contract/staff/dashboard.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { createOrderTester, type SampleProduct } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  pot = await tester.createProduct({ stock: 100 })
})
afterAll(() => t.close())

async function createOrderOfDaysAgo(days: number, rest: object = {}): Promise<Order> {
  const order = await tester.createOrderData({
    lines: [{ variant: pot.variant, quantity: 2 }],
    ...rest,
  })
  await t.inStore(
    tx => tx`
      update "order" set created_at = now() - ${days} * interval '1 day' where id = ${order._id}`,
  )
  return tester.getOrder(order._id)
}
const listLate = async (query: object = {}): Promise<string[]> => {
  const reply = await t.call('owner', orderApi.list, { query: { view: 'late', ...query } })
  const rows: OrderListItem[] = reply.body.data
  expect(rows.filter(row => !row.isLate)).toEqual([])
  return rows.map(({ _id }) => _id).toSorted()
}
const listRows = async (query: object): Promise<OrderListItem[]> =>
  (await t.call('owner', orderApi.list, { query: { ...query } })).body.data
const countLate = async () => (await t.call('owner', orderApi.getCounts)).body.data.late

test('an order is late after its day of shipping, until it is shipped', async () => {
  await t.inStore(tx => tx`update "order" set created_at = now()`)
  const late = await createOrderOfDaysAgo(9)
  const recent = await createOrderOfDaysAgo(0)
  await createOrderOfDaysAgo(9, { isDraft: true })
  expect(late.isLate).toBe(true)
  expect(recent.isLate).toBe(false)
  expect(late.shipBy && recent.shipBy && late.shipBy < recent.shipBy).toBe(true)
  expect(await listLate()).toEqual([late._id])
  expect(await listLate({ q: late.number })).toEqual([late._id])
  expect(await listLate({ q: recent.number })).toEqual([])
  expect(await countLate()).toBe(1)

  const update = (handlingDays: number) =>
    t.call('owner', shippingApi.updateSettings, { body: { handlingDays } })
  await update(20)
  expect((await tester.getOrder(late._id)).isLate).toBe(false)
  expect(await listLate()).toEqual([])
  await update(0)
  expect(await listLate()).toEqual([late._id])

  await tester.applyChange(late, { kind: 'createParcel', status: 'shipped' })
  expect(await tester.getOrder(late._id)).toMatchObject({ shipBy: null, isLate: false })
  expect(await listLate()).toEqual([])
  expect(await countLate()).toBe(0)
})

test('a draft that is placed later has the date of that day, also in the figures', async () => {
  const readFigures = async () => {
    const { body } = await t.call('owner', dashboardApi.getStats, { query: { period: 'today' } })
    return { ...body.data.today.today, sold: body.data.topProducts[0]?.quantity ?? 0 }
  }
  const draft = await createOrderOfDaysAgo(9, { isDraft: true })
  const before = await readFigures()
  const placed: Order = (await tester.updateStatus(draft._id, 'pending')).body.data
  expect(Date.parse(placed.createdAt)).toBeGreaterThan(Date.now() - 60_000)
  expect(placed.isLate).toBe(false)
  expect(await listLate()).not.toContain(draft._id)
  expect(await readFigures()).toEqual({
    orders: before.orders + 1,
    netSales: before.netSales + placed.total,
    units: before.units + 2,
    sold: before.sold + 2,
  })

  const confirmed: Order = (await tester.updateStatus(draft._id, 'confirmed')).body.data
  const held: Order = (await tester.updateStatus(draft._id, 'on_hold')).body.data
  const released: Order = (await tester.updateStatus(draft._id, 'confirmed')).body.data
  expect([confirmed, held, released].map(({ createdAt }) => createdAt)).toEqual(
    Array(3).fill(placed.createdAt),
  )
})

test('orders are found by their ship-by dates, which the rows of the list contain', async () => {
  const orders = [await createOrderOfDaysAgo(40), await createOrderOfDaysAgo(30)]
  const shipped = await createOrderOfDaysAgo(35)
  await tester.applyChange(shipped, { kind: 'createParcel', status: 'shipped' })
  const [first = '', second = ''] = orders.map(({ shipBy }) => shipBy ?? '')
  const find = async (query: object) =>
    (await listRows({ sort: 'createdAt', ...query })).map(({ _id, shipBy, isLate }) => {
      expect(isLate).toBe(true)
      return [_id, shipBy]
    })
  const [older, newer] = orders.map(({ _id, shipBy }) => [_id, shipBy])
  const dayBefore = (day: string) =>
    new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
  expect(await find({ shipByFrom: first, shipByTo: second })).toEqual([older, newer])
  expect(await find({ shipByFrom: first, shipByTo: first })).toEqual([older])
  expect(await find({ shipByFrom: second, shipByTo: second })).toEqual([newer])
  expect(await find({ shipByTo: dayBefore(first) })).toEqual([])
  expect(await find({ shipByTo: first, q: orders[0]?.number ?? '' })).toEqual([older])
  expect(await listRows({ q: shipped.number })).toMatchObject([{ shipBy: null, isLate: false }])
})
