import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { type OrderPaper, type OrderPaperKind, orderPaperApi } from '#contract/order/order-paper.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(
    tx => tx`
      update store set address = ${tx.json({ ...exampleAddress, country: 'DE' })},
        locale = 'de-DE', languages = '{de,ar}', timezone = 'Europe/Berlin'`,
  )
  orders = createOrderTester(t)
})
afterAll(() => t.close())

async function createOrder() {
  const { variant } = await orders.createProduct({ title: 'Größe <b>M</b>', sku: 'LIN-1' })
  const order = await orders.createOrderData({
    customer: { name: '山田太郎', email: 'taro@shopper.example' },
    shippingAddress: { ...exampleAddress, name: 'محمد علي', phone: '+4930123' },
    lines: [{ variant, quantity: 3 }],
  })
  await t.inStore(tx => tx`update "order" set language = 'ar' where id = ${order._id}`)
  return order
}
const getPaper = (id: string, paper: OrderPaperKind, parcel?: string) =>
  t.call('owner', orderPaperApi.getPaper, {
    params: { id },
    query: { paper, ...(parcel && { parcel }) },
  })
const loadPaper = async (...args: Parameters<typeof getPaper>): Promise<OrderPaper> =>
  (await getPaper(...args)).body.data
async function download(id: string, query: Record<string, string>) {
  const { token, storeId } = t.people.owner
  const response = await t.app.inject({
    url: `/api/order/paperPdf/${id}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${token}`, 'x-business-id': storeId },
  })
  return { status: response.statusCode, text: response.rawPayload.toString('latin1') }
}

test('a packing slip lists the units to pack in the language of the store, without prices', async () => {
  const { _id: id, number } = await createOrder()
  const data = await loadPaper(id, 'packingSlip')
  expect(data).toMatchObject({ title: 'Packzettel', language: 'de', orderNumber: number, sums: [] })
  expect(data.table.rows).toEqual([
    expect.objectContaining({ cells: ['Größe <b>M</b>', 'LIN-1', '3'] }),
  ])
  expect(data.addressee).toContain('محمد علي')
  expect(JSON.stringify(data)).not.toContain('+4930123')
})

test('the documents of a parcel list its units, and the delivery note its tracking', async () => {
  const order = await createOrder()
  const [line] = order.lines
  await orders.applyChange(order, {
    kind: 'createParcel',
    status: 'shipped',
    lines: [{ line: line?._id ?? '', quantity: 1 }],
    tracking: { carrier: 'DHL', number: '0034-0434' },
  })
  const [parcel] = (await orders.getOrder(order._id)).fulfillments
  const listUnits = async (paper: OrderPaperKind, id?: string) =>
    (await loadPaper(order._id, paper, id)).table.rows.map(({ cells }) => cells.at(-1))
  expect(await listUnits('packingSlip')).toEqual(['2'])
  expect(await listUnits('packingSlip', parcel?._id)).toEqual(['1'])
  const data = await loadPaper(order._id, 'deliveryNote')
  expect(data).toMatchObject({ language: 'ar', direction: 'rtl' })
  expect(data.facts.map(([, value]) => value)).toEqual(
    expect.arrayContaining(['DHL', '0034-0434', parcel?.number]),
  )
  expect(data.table.rows).toHaveLength(1)
  const unknown = await getPaper(order._id, 'deliveryNote', order._id)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'shipment_not_found'])
  await orders.applyChange(await orders.getOrder(order._id), {
    kind: 'createParcel',
    status: 'packed',
    lines: [{ line: line?._id ?? '', quantity: 1 }],
  })
  expect(await listUnits('packingSlip')).toEqual(['1'])
  expect(await listUnits('deliveryNote')).toEqual(['3'])
})

test('a receipt needs a payment, and lists it with the taxes', async () => {
  const { _id: id, total, currency } = await createOrder()
  const unpaid = await getPaper(id, 'receipt')
  expect([unpaid.status, unpaid.body.code]).toEqual([409, 'receipt_without_payment'])
  await t.call('owner', orderApi.addPayment, {
    params: { id },
    body: { amount: total, method: 'cash' },
  })
  await t.inStore(tx => tx`update "order" set language = 'de' where id = ${id}`)
  const data = await loadPaper(id, 'receipt')
  const amount = new Intl.NumberFormat('de-DE', { style: 'currency', currency }).format(total / 100)
  expect(data.sums.find(({ isTotal }) => isTotal)).toEqual({
    label: 'Gesamtbetrag',
    amount,
    isTotal: true,
  })
  expect(data.sums.at(-1)).toMatchObject({ label: expect.stringContaining('Bar'), amount })
})

test('a receipt adds up after units were removed that were not paid', async () => {
  const order = await createOrder()
  const removed = await orders.makeChange(order, {
    kind: 'refund',
    lines: [{ line: order.lines[0]?._id ?? '', quantity: 1, amount: 0, disposition: 'restock' }],
    reason: 'other',
  })
  await t.call('owner', orderApi.addPayment, {
    params: { id: order._id },
    body: { amount: removed.balance, method: 'cash' },
  })
  await t.inStore(tx => tx`update "order" set language = 'de' where id = ${order._id}`)
  const { sums } = await loadPaper(order._id, 'receipt')
  const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency: order.currency })
  const due = sums.slice(sums.findIndex(({ isTotal }) => isTotal))
  expect(due.map(({ label, amount }) => [label.split(' · ')[0], amount])).toEqual([
    ['Gesamtbetrag', format.format(order.total / 100)],
    ['Zurückgegebene und entfernte Artikel', format.format((removed.balance - order.total) / 100)],
    ['Barzahlung', format.format(removed.balance / 100)],
  ])
  expect(removed.balance).toBeLessThan(order.total)
})

test('the paper follows the country, and then the choice of the store', async () => {
  const { _id: id } = await createOrder()
  const getSize = async (query: Record<string, string> = {}) =>
    /\/MediaBox \[(.*?)\]/.exec((await download(id, query)).text)?.[1]
  expect(await getSize()).toBe('0 0 595.28 841.89')
  expect(await getSize({ format: 'Letter' })).toBe('0 0 612 792')
  expect(await getSize({ format: 'A6' })).toBe('0 0 297.64 419.53')
  const settings = await t.call('owner', orderPaperApi.updatePaperSettings, {
    body: { packingSlip: 'roll' },
  })
  expect(settings.body.data).toEqual({ packingSlip: 'roll', deliveryNote: 'A4', receipt: 'A4' })
  const [left, bottom, right, top] = (await getSize())?.split(' ').map(Number) ?? []
  expect([left, right, top]).toEqual([0, 226.77, 14_400])
  // The height follows the content.
  expect(14_400 - (bottom ?? 0)).toBeGreaterThan(150)
  expect(14_400 - (bottom ?? 0)).toBeLessThan(500)
  expect(await getSize({ paper: 'deliveryNote' })).toBe('0 0 595.28 841.89')
  expect((await download(id, { format: '../../etc/passwd' })).status).toBe(422)
})

test('the documents of an order of another store are not found, and its settings stay', async () => {
  const { _id: id } = await createOrder()
  const foreign = await t.call('stranger', orderPaperApi.getPaper, { params: { id } })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'order_not_found'])
  const { token, storeId } = t.people.stranger
  const pdf = await t.app.inject({
    url: `/api/order/paperPdf/${id}`,
    headers: { authorization: `Bearer ${token}`, 'x-business-id': storeId },
  })
  expect(pdf.statusCode).toBe(404)
  await t.call('stranger', orderPaperApi.updatePaperSettings, { body: { receipt: 'A6' } })
  const { data } = (await t.call('owner', orderPaperApi.getPaperSettings)).body
  expect(data.receipt).toBe('A4')
})
