import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChange, OrderChangeOf } from '#contract/order/order-change.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester, exampleAddress } from '../testing/subject/order-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  tester = createOrderTester(t)
})
afterAll(() => t.close())

let count = 0
/** Places an order in the storefront, and removes its receipt from the emails of the test. */
async function placeOrder() {
  count += 1
  const email = `edited${count}@example.com`
  const { id } = await placeTestOrder(t, { email, phone: '+49 40 123456' })
  await t.runJobs()
  return { order: await tester.getOrder(id), email }
}
/** Returns the emails about changes to an address, oldest first. */
async function readMails(email: string, content = /^Subject: Order \S+ changed/m) {
  await t.runJobs()
  return (await listMailsTo(t, email)).filter(mail => content.test(mail))
}
const preview = async (order: Order, change: OrderChange) =>
  (await tester.previewChange(order, change)).body.data
const toItems = ({ lines, shippingMethod, shippingTotal }: Order, quantity: number) => ({
  kind: 'editItems' as const,
  shippingMethod,
  shippingTotal,
  lines: lines.map(({ _id }) => ({ line: _id, quantity })),
})
const address = { ...exampleAddress, line1: '7 New Street', country: 'DE' }
const toAddress = (part: 'shippingAddress' | 'billingAddress'): OrderChangeOf<'editDetails'> => ({
  kind: 'editDetails',
  [part]: address,
})
const toCustomer = (name: string, email: string): OrderChangeOf<'editDetails'> => ({
  kind: 'editDetails',
  customer: { name, email },
})

test('an edit of the items is previewed with its email, which has the new items and total', async () => {
  const { order, email } = await placeOrder()
  const change = toItems(order, 3)
  expect((await preview(order, change)).emails).toEqual(['changed'])
  await tester.makeChange(order, change)
  const [mail, ...others] = await readMails(email)
  expect(others).toEqual([])
  expect(mail).toMatch(/3 .{1,2} Blue teapot/)
  expect(mail).toContain('The total is $79.60.')
})

test.each([
  ['customer', (email: string) => toCustomer('Grace Hopper', email)],
  ['shipping address', () => toAddress('shippingAddress')],
  ['billing address', () => toAddress('billingAddress')],
])('a change of the %s is previewed with its email', async (part, getChange) => {
  const { order, email } = await placeOrder()
  const change = getChange(email)
  expect((await preview(order, change)).emails).toEqual(['changed'])
  await tester.makeChange(order, change)
  const mails = await readMails(email)
  expect(mails).toHaveLength(1)
  expect(mails.join().includes('7 New Street')).toBe(part !== 'customer')
})

test('the email is in the language of the order', async () => {
  const { order, email } = await placeOrder()
  await t.inStore(tx => tx`update "order" set language = 'de' where id = ${order._id}`)
  await tester.makeChange(order, toItems(order, 1))
  const [mail] = await readMails(email, /^Die Artikel oder Angaben/m)
  expect(mail).toMatch(/Die Summe ist 29,80/)
})

test('the email goes to the new address of the customer', async () => {
  const { order, email } = await placeOrder()
  await tester.makeChange(order, toCustomer('Grace', `new-${email}`))
  expect(await readMails(`new-${email}`)).toHaveLength(1)
  expect(await readMails(email)).toEqual([])
})

test('both calls of the pages email the customer unless they say not to', async () => {
  const { order, email } = await placeOrder()
  const params = { id: order._id }
  const { kind: _, ...items } = toItems(order, 1)
  for (const isNotified of [false, undefined]) {
    const update = await t.call('owner', orderApi.update, {
      params,
      body: { billingAddress: { ...address, name: `Ada ${isNotified}` }, isNotified },
    })
    expect(update.status).toBe(200)
    const expectedCount = isNotified === false ? 0 : 1
    expect(await readMails(email)).toHaveLength(expectedCount)
    const { status } = await t.call('owner', orderItemsApi.updateItems, {
      params,
      body: { ...items, isNotified },
    })
    expect(status).toBe(200)
    expect(await readMails(email)).toHaveLength(expectedCount * 2)
  }
})

test('a change without notification is previewed without an email', async () => {
  const { order } = await placeOrder()
  for (const change of [toItems(order, 1), toAddress('shippingAddress')])
    expect((await preview(order, { ...change, isNotified: false })).emails).toEqual([])
})

test('the note, the tags and equal details send no email', async () => {
  const { order, email } = await placeOrder()
  for (const details of [
    { note: 'Wrap it', tags: ['gift'] },
    { shippingAddress: order.shippingAddress },
  ]) {
    const change = { kind: 'editDetails' as const, ...details }
    const current = await tester.getOrder(order._id)
    expect((await preview(current, change)).emails).toEqual([])
    await tester.makeChange(current, change)
  }
  expect(await readMails(email)).toEqual([])
})

test.each([
  ['sold in person', { source: 'pos' }, 'till@example.com'],
  ['that is a draft', { isDraft: true }, 'draft@example.com'],
])('an order %s sends no email about an edit', async (_, fields, email) => {
  const { variant } = await tester.createProduct()
  const order = await tester.createOrderData({
    customer: { name: 'Ada', email },
    lines: [{ variant, quantity: 2 }],
    ...fields,
  })
  let current = order
  for (const change of [toItems(order, 1), toAddress('billingAddress')]) {
    expect((await preview(current, change)).emails).toEqual([])
    current = await tester.makeChange(current, change)
  }
  await t.runJobs()
  expect(await listMailsTo(t, email)).toEqual([])
})

test('an order without an email address sends no email about an edit', async () => {
  const { order, email } = await placeOrder()
  const customer = { name: 'Ada', email: '', phone: '+49 40 999999' }
  const change = { kind: 'editDetails' as const, customer }
  expect((await preview(order, change)).emails).toEqual([])
  const withoutEmail = await tester.makeChange(order, change)
  expect((await preview(withoutEmail, toItems(withoutEmail, 1))).emails).toEqual([])
  await tester.makeChange(withoutEmail, toItems(withoutEmail, 1))
  expect(await readMails(email)).toEqual([])
})

test.each([
  ['items', (order: Order) => toItems(order, 1)],
  ['details', () => toAddress('shippingAddress')],
])('an edit of the %s that is sent twice with one key sends one email', async (_, getChange) => {
  const { order, email } = await placeOrder()
  const headers = { 'idempotency-key': `edit ${order._id}` }
  const first = await tester.applyChange(order, getChange(order), headers)
  expect(await readMails(email)).toHaveLength(1)
  const edited = await tester.getOrder(order._id)
  const second = await tester.applyChange(order, getChange(order), headers)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.data).toEqual(edited)
  expect(await readMails(email)).toHaveLength(1)
  expect(await tester.getOrder(order._id)).toEqual(edited)
})

test('an edit of an outdated order is rejected and sends no email', async () => {
  const { order, email } = await placeOrder()
  const changes = [toItems(order, 1), toAddress('shippingAddress')]
  await t.inStore(tx => tx`update "order" set version = version + 1 where id = ${order._id}`)
  const before = await t.changes()
  for (const change of changes) expect((await tester.applyChange(order, change)).status).toBe(409)
  expect(await t.changes()).toBe(before)
  expect(await readMails(email)).toEqual([])
})
