import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { dashboardApi, type Kpi, type Stats } from '#contract/staff/dashboard.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let mug: string
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  const createdProduct = await t.call('owner', productApi.create, {
    body: { title: 'Mug', price: 1500, stock: 6, status: 'active' },
  })
  mug = createdProduct.body.data.variants[0]._id
})

const getStats = async (query: Record<string, string> = {}): Promise<Stats> =>
  (await t.call('owner', dashboardApi.getStats, { query })).body.data
const findKpi = ({ kpis }: Stats, key: Kpi['key']) => kpis.find(kpi => kpi.key === key)
const createOrder = async (quantity: number) =>
  (
    await t.call('owner', orderApi.create, {
      body: {
        customer: { name: 'Ada', email: 'ada@example.com' },
        lines: [{ variant: mug, quantity }],
      },
    })
  ).body.data

test('returns zeros for a new store', async () => {
  const stats = await getStats()
  expect(stats.range).toMatchObject({ period: 'last28Days', bucket: 'day', timezone: 'UTC' })
  expect([stats.series.current.length, stats.series.previous.length]).toEqual([28, 28])
  expect(findKpi(stats, 'netSales')).toMatchObject({
    value: 0,
    previous: 0,
    changePct: null,
    unit: 'money',
  })
})

test('counts a new order at once', async () => {
  const placedOrder = await createOrder(2)
  const stats = await getStats({ period: 'today' })
  expect(findKpi(stats, 'orders')).toMatchObject({ value: 1, previous: 0, changePct: null })
  expect(findKpi(stats, 'netSales')?.value).toBe(3000)
  expect(stats.series.current).toHaveLength(24)
  expect(stats.series.current.reduce((sum, point) => sum + point.netSales, 0)).toBe(3000)
  expect(stats.topProducts).toMatchObject([
    { title: 'Mug', quantity: 2, sales: 3000, exists: true },
  ])
  expect(stats.topCustomers).toMatchObject([{ name: 'Ada', orders: 1, sales: 3000 }])
  expect(stats.recentOrders[0]?._id).toBe(placedOrder._id)
  expect(stats.today.today).toMatchObject({ orders: 1, netSales: 3000, units: 2 })
})

const setOrderSteps = (orderSteps: string[]) =>
  t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { orderSteps } },
  })

test('counts orders to confirm only if the store confirms orders', async () => {
  await createOrder(1)
  const listCodes = async () =>
    (await getStats({ period: 'today' })).attention.map(({ code }) => code)
  expect(await listCodes()).not.toContain('toConfirm')
  expect(await listCodes()).toContain('toShip')
  await setOrderSteps(['confirmed'])
  expect(await listCodes()).toContain('toConfirm')
  await setOrderSteps([])
})

test('links each number to a list with as many rows', async () => {
  await createOrder(2)
  await createOrder(3)
  await setOrderSteps(['confirmed'])
  const stats = await getStats({ period: 'today' })
  const expectedCounts = [
    ...stats.attention.map(({ count, link }) => ({ count, link })),
    ...stats.ordersByStatus.map(({ orders, link }) => ({ count: orders, link })),
    ...['orders', 'cancelRate'].flatMap(key =>
      stats.kpis.filter(kpi => kpi.key === key).map(({ value, link }) => ({ count: value, link })),
    ),
  ]
  expect(stats.attention.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['toConfirm', 'toShip', 'unpaid', 'lowStock', 'productNoImage']),
  )
  for (const { count, link } of expectedCounts) {
    const list = link.list === 'order' ? orderApi.list : productApi.list
    expect(
      (await t.call('owner', list, { query: link.query })).body.meta.total,
      JSON.stringify(link),
    ).toBe(count)
  }
})

test('removes a canceled order from the sales and counts it as canceled', async () => {
  await createOrder(2)
  await createOrder(3)
  const before = await getStats({ period: 'today' })
  const createdOrder = await createOrder(1)
  const reply = await t.call('owner', orderApi.updateStatus, {
    params: { id: createdOrder._id },
    body: { status: 'cancelled', reason: 'customer' },
  })
  expect(reply.status).toBe(200)
  const after = await getStats({ period: 'today' })
  expect(findKpi(after, 'netSales')?.value).toBe(findKpi(before, 'netSales')?.value)
  expect(findKpi(after, 'cancelRate')?.value).toBeCloseTo(1 / 3)
  expect(after.topProducts).toEqual(before.topProducts)
})

test('compares with the previous period', async () => {
  await createOrder(2)
  await createOrder(3)
  await t.inStore(
    tx => tx`
      update "order" set created_at = created_at - interval '1 day'
      where number = (select min(number) from "order")`,
  )
  const stats = await getStats({ period: 'today' })
  expect(findKpi(stats, 'orders')).toMatchObject({ value: 1, previous: 1, changePct: 0 })
  expect(findKpi(stats, 'unitsSold')).toMatchObject({ value: 3, previous: 2, changePct: 0.5 })
})

test.each([
  [{ period: 'custom' }, 'from'],
  [{ period: 'custom', from: '2026-02-01', to: '2026-01-01' }, 'to'],
  [{ period: 'custom', from: '2020-01-01', to: '2026-01-01' }, 'to'],
  [{ period: 'lastCentury' }, 'period'],
])('rejects %j', async (query, path) => {
  const reply = await t.call('owner', dashboardApi.getStats, { query })
  expect([reply.status, reply.body.errors?.[0]?.path]).toEqual([422, path])
})

test('hides orders and products from other stores', async () => {
  await createOrder(1)
  const stats = (await t.call('stranger', dashboardApi.getStats)).body.data
  expect([stats.recentOrders, stats.topProducts, stats.attention]).toEqual([[], [], []])
})

test('the cards are the figures of the dashboard with their codes and units', async () => {
  await createOrder(2)
  const query = { period: 'today' }
  const cards = (await t.call('owner', dashboardApi.listCards, { query })).body.data
  expect(cards[0]).toEqual({ code: 'netSales', unit: 'money', value: 3000, currency: 'USD' })
  const { kpis } = await getStats(query)
  expect(cards).toMatchObject(kpis.map(({ key, unit, value }) => ({ code: key, unit, value })))
  expect((await t.call('nobody', dashboardApi.listCards)).status).toBe(403)
})
