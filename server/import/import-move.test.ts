import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { type Import, importApi } from '#contract/import/import.ts'
import { type Order, type OrderRow, orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../testing/testing.ts'

const folder = resolve(process.env.STOREWRIGHT_SAMPLES ?? '../shared/data')
const readSample = (path: string) => readFile(join(folder, path))
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

async function importFile(
  as: Tester,
  csv: string | Buffer,
  kind = 'products',
): Promise<{ plan: Import; result: Import }> {
  const body = new FormData()
  body.append('kind', kind)
  body.append('file', new Blob([new Uint8Array(Buffer.from(csv))]), 'file.csv')
  const reply = await t.call(as, importApi.create, { body })
  const params = { id: reply.body.data._id }
  await t.runJobs()
  const plan: Import = (await t.call(as, importApi.get, { params })).body.data
  await t.call(as, importApi.start, { params, body: { copyImages: false } })
  await t.runJobs()
  return { plan, result: (await t.call(as, importApi.get, { params })).body.data }
}

describe.skipIf(!existsSync(folder))('real files', () => {
  const createStore = () => makePerson(t.app, t.sql, `store-${crypto.randomUUID().slice(0, 8)}`)

  test('imports 278 products with 622 variants once, also after an export', async () => {
    const owner = await createStore()
    const csv = await readSample('shopify-partners-2017/snowdevil.csv')
    const { plan, result } = await importFile(owner, csv)
    expect(plan.counts).toMatchObject({ create: 278, update: 0, skip: 0, error: 0 })
    expect(result).toMatchObject({ status: 'done', counts: { create: 278, skip: 0 } })
    const list = await t.call(owner, productApi.list, { query: { perPage: 1 } })
    expect(list.body.meta.total).toBe(278)
    const exportedCsv = String((await t.call(owner, productApi.export)).body)
    const before = await t.changes()
    expect((await importFile(owner, csv)).result.counts).toMatchObject({
      create: 0,
      update: 0,
      unchanged: 278,
      skip: 0,
    })
    expect((await importFile(owner, exportedCsv)).result.counts).toMatchObject({
      create: 0,
      update: 0,
      unchanged: 278,
      skip: 0,
    })
    expect(await t.changes()).toBe(before)
    const mirrorOwner = await createStore()
    await importFile(mirrorOwner, exportedCsv)
    expect((await t.call(mirrorOwner, productApi.export)).body).toBe(exportedCsv)
  })

  test.each([
    'shopify-partners-2017/jewelry.csv',
    'shopify-partners-2023/apparel.csv',
    'shopify-partners-2023/home-and-garden.csv',
    'shopify-partners-2023/jewelery.csv',
    'shopify-template/product_template_2019.csv',
    'shopify-template/product_template_2025.csv',
    'woocommerce/sample_products.csv',
  ])('imports %s as planned and once', async path => {
    const owner = await createStore()
    const { plan, result } = await importFile(owner, await readSample(path))
    expect(plan.counts.create).toBeGreaterThan(0)
    expect(result).toMatchObject({ status: 'done', counts: plan.counts })
    const before = await t.changes()
    expect((await importFile(owner, await readSample(path))).result.counts).toMatchObject({
      create: 0,
      update: 0,
      unchanged: plan.counts.create,
    })
    expect(await t.changes()).toBe(before)
  })

  test('imports every order of another store once', async () => {
    const owner = await createStore()
    await t.call(owner, storeApi.update, {
      params: { id: owner.storeId },
      body: { data: { currency: 'EUR' } },
    })
    const csv = await readSample('shopify-orders-dev-store/orders_export.csv')
    const { plan, result } = await importFile(owner, csv, 'orders')
    expect(result).toMatchObject({ status: 'done', counts: plan.counts })
    expect(plan.counts.create).toBeGreaterThan(0)
    const before = await t.changes()
    expect((await importFile(owner, csv, 'orders')).result.counts).toMatchObject({
      create: 0,
      unchanged: plan.counts.create,
    })
    expect(await t.changes()).toBe(before)
  })
})

const header =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem requires shipping,Shipping Name,Shipping Address1,Shipping Country,Refunded Amount,Payment Method,Notes'
const orders = [
  header,
  '#1007,ann@example.com,paid,2024-03-02 10:00:00 +0000,fulfilled,2024-03-03 09:00:00 +0000,USD,45.00,5.00,0.00,52.00,5.00,2024-03-02 09:55:00 +0000,2,Lamp,20.00,L-1,true,Ann,1 High Street,US,0.00,Shopify Payments,Leave at the door',
  '#1007,,,,,,,,,,,,,1,Bulb,10.00,TWICE,true,,,,,,',
  '#1012,ann@example.com,refunded,2024-04-02 10:00:00 +0000,unfulfilled,,USD,10.00,0.00,0.00,10.00,0.00,2024-04-02 09:55:00 +0000,1,Bulb,10.00,,true,Ann,1 High Street,US,10.00,PayPal,',
  '#1013,,pending,,unfulfilled,,USD,10.00,0.00,0.80,10.80,0.00,2024-05-02 09:55:00 +0000,1,Bulb,10.00,,true,,,,,Bank transfer,',
].join('\r\n')

describe('orders of another store', () => {
  let owner: Tester
  let rows: OrderRow[]
  let count = 0
  beforeEach(async () => {
    count += 1
    owner = await makePerson(t.app, t.sql, `mover-${count}`)
    const productLines = [
      'Handle,Title,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty',
      'lamp,Lamp,L-1,25,shopify,4',
      'a,A,TWICE,1,,',
      'b,B,TWICE,1,,',
    ]
    await importFile(owner, productLines.join('\n'))
    expect((await importFile(owner, orders, 'orders')).result).toMatchObject({
      status: 'done',
      format: 'shopify',
      counts: { create: 3, skip: 0, warn: 1 },
    })
    rows = (await t.call(owner, orderApi.list)).body.data
  })
  const getOrder = async (number: string): Promise<Order> =>
    (
      await t.call(owner, orderApi.get, {
        params: { id: rows.find(row => row.number === number)?._id ?? '' },
      })
    ).body.data

  test('keep their number, date, statuses and customer', async () => {
    expect(
      rows.map(row => [
        row.number,
        row.createdAt,
        row.status,
        row.paymentStatus,
        row.fulfillmentStatus,
        row.source,
      ]),
    ).toEqual([
      ['#1013', '2024-05-02T09:55:00.000Z', 'pending', 'unpaid', 'unfulfilled', 'import'],
      ['#1012', '2024-04-02T09:55:00.000Z', 'cancelled', 'refunded', 'unfulfilled', 'import'],
      ['#1007', '2024-03-02T09:55:00.000Z', 'completed', 'paid', 'fulfilled', 'import'],
    ])
    const customers = (await t.call(owner, customerApi.list)).body.data
    expect(customers).toMatchObject([
      {
        email: 'ann@example.com',
        name: 'Ann',
        orderCount: 1,
        totalSpent: 5200,
        address: { line1: '1 High Street', country: 'US' },
      },
    ])
  })
  test('have totals and variants and do not reduce the stock', async () => {
    const order = await getOrder('#1007')
    expect(order).toMatchObject({
      subtotal: 5000,
      discountTotal: 500,
      shippingTotal: 700,
      taxTotal: 0,
      total: 5200,
      paidTotal: 5200,
      balance: 0,
      note: 'Leave at the door',
      itemCount: 3,
    })
    expect(
      order.lines.map(line => [
        line.title,
        line.product !== null,
        line.discount,
        line.total,
        line.fulfilledQuantity,
      ]),
    ).toEqual([
      ['Lamp', true, 400, 3600, 2],
      ['Bulb', false, 100, 900, 1],
    ])
    expect(order.payments).toMatchObject([
      { kind: 'payment', method: 'card', amount: 5200, at: '2024-03-02T10:00:00.000Z' },
    ])
    expect(order.fulfillments).toMatchObject([
      { number: '#1007-F1', status: 'delivered', shippedAt: '2024-03-03T09:00:00.000Z' },
    ])
    expect(order.timeline.map(event => event.type)).toEqual([
      'created',
      'payment_recorded',
      'status_changed',
      'imported',
    ])
    expect(order.timeline.at(-1)?.data).toEqual({ adjustment: 200 })
    expect(
      (await getOrder('#1012')).payments.map(payment => [payment.kind, payment.method]),
    ).toEqual([
      ['payment', 'wallet'],
      ['refund', 'wallet'],
    ])
    const stock = await t.call(owner, productApi.list, { query: { q: 'Lamp' } })
    expect(stock.body.data[0].stock).toBe(4)
  })
  const createOrder = async () => {
    const lamp = (await getOrder('#1007')).lines[0]?.variant
    return t.call(owner, orderApi.create, { body: { lines: [{ variant: lamp, quantity: 1 }] } })
  }

  test('keep new orders from reusing their numbers', async () => {
    expect((await createOrder()).body.data.number).toBe('#1014')
  })
  test('are exported and imported into another store unchanged', async () => {
    await createOrder()
    const exportedCsv = String((await t.call(owner, orderApi.export)).body)
    expect((await importFile(owner, exportedCsv, 'orders')).result).toMatchObject({
      format: 'storewright',
      counts: { create: 0, unchanged: 4, skip: 0, error: 0 },
    })
    const mirrorOwner = await makePerson(t.app, t.sql, `mirror-${count}`)
    await importFile(mirrorOwner, exportedCsv, 'orders')
    expect((await t.call(mirrorOwner, orderApi.export)).body).toBe(
      exportedCsv.replace(',manual,', ',import,'),
    )
    const paidCsv = String(
      (await t.call(owner, orderApi.export, { query: { paymentStatus: 'paid' } })).body,
    )
    expect(
      paidCsv
        .split('\r\n')
        .filter(line => line.startsWith('#'))
        .map(line => line.split(',')[0]),
    ).toEqual(['#1007', '#1007'])
  })
})
