import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { findOrderPage } from '../order/page/load-order-page.ts'
import { createInvoiceTester } from '../testing/invoice/invoice-testing.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: Awaited<ReturnType<typeof createInvoiceTester>>
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  tester = await createInvoiceTester(t)
})
afterAll(() => t.close())

const edit = async (id: string, customer: { name: string; email?: string }) =>
  tester.orders.makeChange(await tester.orders.getOrder(id), { kind: 'editDetails', customer })
const getPath = async (id: string): Promise<string> => {
  const { body } = await t.call('owner', orderPaymentLinkApi.getPageUrl, { params: { id } })
  return new URL(body.data.url).pathname
}

test('the link of an order ends when the order gets another customer', async () => {
  const { id, path } = await placeTestOrder(t, { email: 'ada@former.example' })
  await edit(id, { name: 'Ada King', email: 'ADA@former.example' })
  expect(await getPath(id)).toBe(path)
  expect((await visit(t, path)).statusCode).toBe(200)

  await edit(id, { name: 'Grace Hopper', email: 'grace@former.example' })
  const order = await tester.orders.getOrder(id)
  for (const view of ['', '/invoice', '/edit', '/return', '/withdraw', '/receipt'])
    expect((await visit(t, `${path}${view}`)).statusCode, view).toBe(404)
  const canceled = await new Shopper(t).send({ intent: 'cancel' }, { url: path })
  expect(canceled.statusCode).toBe(404)
  const statement = { name: 'Ada', email: 'ada@former.example' }
  const withdrawn = await new Shopper(t).send(statement, { url: `${path}/withdraw` })
  expect(withdrawn.statusCode).toBe(404)
  expect(await tester.orders.getOrder(id)).toEqual(order)

  const newPath = await getPath(id)
  expect(newPath).not.toBe(path)
  expect((await visit(t, newPath)).body).toContain('Cancel order')
  await new Shopper(t).send({ intent: 'cancel' }, { url: newPath })
  await t.runJobs()
  const [mail] = (await listMailsTo(t, 'grace@former.example')).slice(-1)
  expect(mail?.replace(/=\r?\n/g, '')).toContain(newPath)
})

test('each change of the customer ends the link before, also without emails', async () => {
  const order = await tester.createOrder({ customer: { name: 'Ada', phone: '+44 1632 960961' } })
  const paths = new Set<string>()
  for (const customer of [
    { name: 'Grace', phone: '+44 1632 960962' },
    { name: 'Grace', email: 'grace@former.example' },
    { name: 'Ida', email: 'ida@former.example' },
  ]) {
    paths.add(await getPath(order._id))
    await edit(order._id, customer)
  }
  const path = await getPath(order._id)
  for (const former of paths) expect((await visit(t, former)).statusCode).toBe(404)
  expect(paths.size).toBe(3)
  expect((await visit(t, path)).statusCode).toBe(200)
})

test('the page of the new customer shows no invoices of the former one', async () => {
  const { id } = await placeTestOrder(t, { email: 'ada@former.example' })
  const { _id: adas, number } = await tester.issueFor(id)
  const path = await getPath(id)
  expect((await visit(t, path)).body).toContain(number)
  const { billingAddress } = await tester.orders.getOrder(id)
  await tester.orders.makeChange(await tester.orders.getOrder(id), {
    kind: 'editDetails',
    customer: { name: 'Grace Hopper', email: 'grace@former.example' },
    billingAddress: { ...billingAddress, name: 'Grace Hopper' },
  })
  const invoices = await tester.listOrderInvoices(id)
  const isAdas = (invoice: { _id: string; kind: string }) =>
    invoice._id === adas || invoice.kind === 'credit_note'
  expect(invoices.filter(isAdas)).toHaveLength(2)
  expect(invoices).toHaveLength(3)
  const newPath = await getPath(id)
  const page = (await visit(t, newPath)).body
  for (const invoice of invoices) {
    expect(page.includes(`/invoice/${invoice._id}`)).toBe(!isAdas(invoice))
    const { statusCode } = await visit(t, `${newPath}/invoice/${invoice._id}`)
    expect(statusCode).toBe(isAdas(invoice) ? 404 : 200)
  }
})

test('the page and the export of the new customer show nothing that the former one sent', async () => {
  const customerNote = 'Call Ada'
  const { id } = await placeTestOrder(t, { email: 'ada@former.example', customerNote })
  const ada = (await tester.orders.getOrder(id)).customer._id ?? ''
  await tester.orders.updateStatus(id, 'shipped')
  const path = await getPath(id)
  const [line] = (await tester.orders.getOrder(id)).lines
  const body = new FormData()
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  for (const [name, value] of Object.entries({
    [`line-${line?._id}`]: '1',
    [`reason-${line?._id}`]: 'defective',
    wish: 'refund',
    reason: 'Ada dropped it',
  }))
    body.append(name, value)
  body.append('photos', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'ada.png')
  const request = new Request('http://localhost', { method: 'POST', body })
  await visit(t, `${path}/return`, {
    method: 'POST',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  const [orderReturn] = (await tester.orders.getOrder(id)).returns
  await tester.orders.makeChange(await tester.orders.getOrder(id), {
    kind: 'updateReturn',
    return: orderReturn?._id ?? '',
    status: 'accepted',
    answer: 'Dear Ada, send it back',
  })
  const statement = { name: 'Ada Secret', email: 'private@former.example' }
  await new Shopper(t).send(statement, { url: `${path}/withdraw` })
  const secrets = ['/photos/', 'Dear Ada', 'private@former.example']
  const readPages = async (path: string) =>
    (await Promise.all(['', '/withdraw'].map(view => visit(t, path + view))))
      .map(page => page.body)
      .join()
  const before = await readPages(path)
  expect(secrets.filter(secret => before.includes(secret))).toEqual(secrets)
  const files = (await t.call('owner', orderFileApi.listFiles, { params: { id } })).body.data
  expect((await visit(t, `${path}/photos/${files[0]?._id}`)).statusCode).toBe(200)

  await edit(id, { name: 'Grace Hopper', email: 'grace@former.example' })
  const newPath = await getPath(id)
  const after = await readPages(newPath)
  expect(secrets.filter(secret => after.includes(secret))).toEqual([])
  const order = await t.inStore(tx => findOrderPage(tx, id))
  expect(order?.returns[0]).toMatchObject({ status: 'accepted', answer: '', photos: [] })
  for (const view of [`/photos/${files[0]?._id}`, '/withdraw'])
    expect((await visit(t, newPath + view)).statusCode, view).toBe(404)
  await new Shopper(t).send({ name: 'Grace', email: 'g@x.example' }, { url: `${newPath}/withdraw` })
  const { withdrawal, customer } = await tester.orders.getOrder(id)
  expect(withdrawal).toMatchObject(statement)

  const params = { id: customer._id ?? '' }
  const exported = JSON.stringify(
    (await t.call('owner', customerDataApi.exportData, { params })).body,
  )
  for (const secret of ['Ada dropped it', 'ada.webp', 'Ada Secret', ...secrets.slice(1)])
    expect(exported, secret).not.toContain(secret)

  await t.call('owner', orderApi.addNote, { params: { id }, body: { text: 'Grace called' } })
  await edit(id, { name: 'Ida Rhodes', email: 'ida@former.example' })
  const reply = await t.call('owner', customerDataApi.erase, { params: { id: ada }, body: {} })
  expect(reply.status).toBe(200)
  const erased = await tester.orders.getOrder(id)
  expect(erased).toMatchObject({
    status: 'shipped',
    customer: { name: 'Ida Rhodes', email: 'ida@former.example' },
    returns: [{ status: 'accepted', reason: '', answer: '', lines: [{ quantity: 1 }] }, {}],
    withdrawal: { name: '', email: '' },
  })
  const text = JSON.stringify(erased)
  for (const secret of [customerNote, 'Ada dropped it', 'Ada Secret', ...secrets])
    expect(text).not.toContain(secret)
  expect(text, 'a note from the time of another customer').toContain('Grace called')
  expect((await t.call('owner', orderFileApi.listFiles, { params: { id } })).body.data).toEqual([])
})

test('the link stays when the customer is erased', async () => {
  const { id, path } = await placeTestOrder(t, { email: 'erased@former.example' })
  const { customer } = await tester.orders.getOrder(id)
  await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${id}`)
  const params = { id: customer._id ?? '' }
  expect((await t.call('owner', customerDataApi.erase, { params, body: {} })).status).toBe(200)
  expect((await visit(t, path)).statusCode).toBe(200)
})
