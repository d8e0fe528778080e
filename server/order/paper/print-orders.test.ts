import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderPrintApi, type PrintedDocument } from '#contract/order/order-print.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
let ids: string[]
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(tx => tx`update store set address = ${tx.json(exampleAddress)}`)
})
beforeEach(async () => {
  const orders = createOrderTester(t)
  const { variant } = await orders.createProduct({ title: 'Cup' })
  ids = []
  for (const name of ['Ada', 'Ben', 'Cora'])
    ids.push(
      (
        await orders.createOrderData({
          customer: { name, email: `${name.toLowerCase()}@shopper.example` },
          lines: [{ variant, quantity: 1 }],
        })
      )._id,
    )
})
afterAll(() => t.close())

const countPrints = async () =>
  (await t.inStore(tx => tx`select count(*)::integer as count from order_print`))[0]?.['count']
const download = ({ token, storeId }: Tester, id: string) =>
  t.app.inject({
    url: `/api/print/pdf/${id}`,
    headers: { authorization: `Bearer ${token}`, 'x-business-id': storeId },
  })
const letReadOrders = ({ personId }: Tester) =>
  t.inStore(
    tx => tx`
      update membership set role = 'user', abilities = ${tx.json([{ action: 'read', subject: 'order' }])}
      where person_id = ${personId}`,
  )
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('a job writes the packing slips of the selected orders as one file', async () => {
  const { status, body } = await t.call('owner', orderPrintApi.createPrint, {
    body: { ids, document: 'packingSlip' },
  })
  expect([status, body.data]).toMatchObject([
    202,
    { status: 'running', orderCount: 3, printedCount: 0 },
  ])
  const { _id: id } = body.data
  expect((await download(t.people.owner, id)).statusCode).toBe(404)
  await t.runJobs()
  const { data } = (await t.call('owner', orderPrintApi.getPrint, { params: { id } })).body
  expect(data).toMatchObject({ status: 'done', printedCount: 3 })
  const file = await download(t.people.owner, id)
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(countPages(file.rawPayload)).toBe(3)
})

test('another user, and another store, find no file and no progress', async () => {
  const { body } = await t.call('owner', orderPrintApi.createPrint, {
    body: { ids, document: 'packingSlip' },
  })
  await t.runJobs()
  await letReadOrders(t.people.nobody)
  const { _id: id } = body.data
  for (const person of ['nobody', 'stranger'] as const) {
    expect((await t.call(person, orderPrintApi.getPrint, { params: { id } })).status).toBe(404)
    expect((await download(t.people[person], id)).statusCode).toBe(404)
  }
})

test('orders of another store are not printed', async () => {
  const before = await countPrints()
  const foreign = await t.call('stranger', orderPrintApi.createPrint, {
    body: { ids, document: 'packingSlip' },
  })
  expect([foreign.status, foreign.body.code]).toEqual([404, 'order_not_found'])
  expect(await countPrints()).toBe(before)
})

test('a print replaces one of the same user that still runs', async () => {
  const create = async () =>
    (await t.call('owner', orderPrintApi.createPrint, { body: { ids, document: 'packingSlip' } }))
      .body.data._id
  const [first, second] = [await create(), await create()]
  await t.runJobs()
  const { data } = (await t.call('owner', orderPrintApi.getPrint, { params: { id: second } })).body
  expect(data.status).toBe('done')
  expect((await t.call('owner', orderPrintApi.getPrint, { params: { id: first } })).status).toBe(
    404,
  )
})

test('invoices need the permission to read them', async () => {
  await letReadOrders(t.people.nobody)
  const create = (document: PrintedDocument) =>
    t.call('nobody', orderPrintApi.createPrint, { body: { ids, document } })
  const forbidden = await create('invoice')
  expect([forbidden.status, forbidden.body.code]).toEqual([403, 'forbidden'])
  expect((await create('creditNote')).status).toBe(403)
  expect((await create('packingSlip')).status).toBe(202)
})

test('issued invoices are printed, and count as downloaded', async () => {
  const body = { ids, document: 'invoice' as const }
  const early = await t.call('owner', orderPrintApi.createPrint, { body })
  expect([early.status, early.body.code]).toEqual([409, 'invoices_not_issued'])
  const [order] = ids
  const draft = await t.call('owner', invoiceApi.create, { body: { order: order ?? '' } })
  const { _id: invoice } = draft.body.data
  await t.call('owner', invoiceApi.issue, { params: { id: invoice }, body: {} })
  const { data } = (await t.call('owner', orderPrintApi.createPrint, { body })).body
  await t.runJobs()
  const { rawPayload } = await download(t.people.owner, data._id)
  expect(countPages(rawPayload)).toBe(1)
  const [stored] = await t.inStore(
    tx => tx<{ content: Buffer }[]>`
      select content from invoice_file where invoice_id = ${invoice} and format = 'pdf'`,
  )
  expect(rawPayload.equals(stored?.content ?? Buffer.from(''))).toBe(true)
  const printed = await t.call('owner', invoiceApi.get, { params: { id: invoice } })
  expect(printed.body.data.status).toBe('Downloaded')
})

test('a print of several invoices repeats their stored documents, also after the store has changed', async () => {
  const orders = createOrderTester(t)
  const { variant } = await orders.createProduct({ title: 'Plate' })
  const orderIds: string[] = []
  for (const name of ['Dora', 'Emil']) {
    const order = await orders.createOrderData({
      customer: { name },
      lines: [{ variant, quantity: 1 }],
    })
    orderIds.push(order._id)
    const draft = await t.call('owner', invoiceApi.create, { body: { order: order._id } })
    const params = { id: draft.body.data._id }
    await t.call('owner', invoiceApi.issue, { params, body: {} })
  }
  const print = async () => {
    const body = { ids: orderIds, document: 'invoice' as const }
    const { data } = (await t.call('owner', orderPrintApi.createPrint, { body })).body
    await t.runJobs()
    const { rawPayload } = await download(t.people.owner, data._id)
    // The files differ in their date and id only.
    const pages = rawPayload.toString('latin1').match(/stream\n[\s\S]*?endstream/g)
    return pages?.filter(page => !page.includes('xmpmeta'))
  }
  const before = await print()
  expect(before?.length).toBeGreaterThan(2)
  await t.inStore(async tx => {
    await tx`update store set name = 'Renamed', email = 'new@kiln.example'`
    await tx`update "order" set customer_name = 'Changed' where id = any (${orderIds}::uuid[])`
  })
  expect(await print()).toEqual(before)
})

test('receipts are printed for the orders with a payment, and credit notes once there are some', async () => {
  const before = await countPrints()
  const create = (document: PrintedDocument) =>
    t.call('owner', orderPrintApi.createPrint, { body: { ids, document } })
  const early = [await create('receipt'), await create('creditNote')]
  expect(early.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'orders_without_payment'],
    [409, 'credit_notes_not_issued'],
  ])
  expect(await countPrints()).toBe(before)
  const orders = createOrderTester(t)
  const [, ben = ''] = ids
  const { total } = await orders.getOrder(ben)
  await t.call('owner', orderApi.addPayment, {
    params: { id: ben },
    body: { amount: total, method: 'cash' },
  })
  const draft = await t.call('owner', invoiceApi.create, { body: { order: ben } })
  const invoice = draft.body.data._id
  await t.call('owner', invoiceApi.issue, { params: { id: invoice }, body: {} })
  await orders.updateStatus(ben, 'cancelled')
  const { body: refund } = await t.call('owner', orderApi.addRefund, {
    params: { id: ben },
    body: { amount: total, method: 'cash' },
  })
  expect(refund.code).toBeUndefined()
  await t.runJobs()
  for (const document of ['receipt', 'creditNote', 'deliveryNote'] as const) {
    const { data } = (await create(document)).body
    await t.runJobs()
    const print = await t.call('owner', orderPrintApi.getPrint, { params: { id: data._id } })
    const count = document === 'deliveryNote' ? ids.length - 1 : 1
    expect(print.body.data, document).toMatchObject({ status: 'done', printedCount: count })
    expect(countPages((await download(t.people.owner, data._id)).rawPayload), document).toBe(count)
  }
})

test('the erasure of a customer deletes the files that name them', async () => {
  const { body } = await t.call('owner', orderPrintApi.createPrint, {
    body: { ids, document: 'packingSlip' },
  })
  await t.runJobs()
  await t.inStore(
    tx => tx`select erase_customer(customer_id) from "order" where id = ${ids[0] ?? ''}`,
  )
  expect((await download(t.people.owner, body.data._id)).statusCode).toBe(404)
})
