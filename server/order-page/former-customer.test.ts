import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
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

test('the link stays when the customer is erased', async () => {
  const { id, path } = await placeTestOrder(t, { email: 'erased@former.example' })
  const { customer } = await tester.orders.getOrder(id)
  await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${id}`)
  const params = { id: customer._id ?? '' }
  expect((await t.call('owner', customerDataApi.erase, { params, body: {} })).status).toBe(200)
  expect((await visit(t, path)).statusCode).toBe(200)
})
