import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ability } from '#contract/lib/call/permission.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { productApi } from '#contract/product/product.ts'
import { dashboardApi } from '#contract/staff/dashboard.ts'
import { searchApi } from '#contract/store/search.ts'
import { invalidateAllMemberships } from '../../lib/call/authenticate.ts'
import { exampleAddress } from '../../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'
import { withdrawOrder } from '../return/order-withdrawal.ts'

let t: TestApp
let order: Order
let viewer: Tester
let packer: Tester
const [email, phone, street, shippingPhone] = [
  'ada.canary@example.com',
  '+44 1632 960961',
  'Canary Row',
  '+44 1632 960962',
]
const createReadAbilities = (...subjects: Ability['subject'][]): Ability[] =>
  subjects.map(subject => ({ action: 'read', subject }))

/** Creates a person of the owner's store, with a name that no other test uses. */
const createPerson = (name: string, abilities: Ability[]) =>
  makePerson(t.app, t.sql, `${name}-of-${t.people.owner.name}`, {
    storeId: t.people.owner.storeId,
    abilities,
  })

beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  const { variants } = (
    await t.call('owner', productApi.create, { body: { title: 'Kettle', price: 3900, stock: 9 } })
  ).body.data
  order = (
    await t.call('owner', orderApi.create, {
      body: {
        customer: { name: 'Ada Verne', email, phone },
        lines: [{ variant: variants[0]._id, quantity: 1 }],
        shippingAddress: {
          ...exampleAddress,
          name: 'Ada Verne',
          line1: street,
          phone: shippingPhone,
        },
      },
    })
  ).body.data
  viewer = await createPerson('viewer', createReadAbilities('order', 'dashboard'))
  packer = await createPerson('packer', [{ action: 'manage', subject: 'order' }])
})

/** Returns the replies of all routes that contain orders, as text. */
const listVisibleTexts = async (as: Tester | 'owner') => {
  const replies = await Promise.all([
    t.call(as, orderApi.get, { params: { id: order._id } }),
    t.call(as, orderApi.list),
    t.call(as, orderApi.list, { query: { q: 'Ada' } }),
    t.call(as, orderApi.export),
    t.call(as, searchApi.find, { query: { q: 'Ada' } }),
    t.call(as, dashboardApi.getStats),
  ])
  return replies
    .filter(({ status }) => status === 200)
    .map(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body)))
}
const listContactsIn = (texts: readonly string[]) =>
  [email, phone, shippingPhone].map(contact => texts.some(text => text.includes(contact)))

const noCustomer = { _id: null, name: '', email: '', phone: '', company: '', vatId: '' }

test('shows contacts with customer:read and the shipping phone with order:write', async () => {
  expect(listContactsIn(await listVisibleTexts('owner'))).toEqual([true, true, true])
  const [viewerTexts, packerTexts] = await Promise.all([
    listVisibleTexts(viewer),
    listVisibleTexts(packer),
  ])
  expect([viewerTexts.length, listContactsIn(viewerTexts)]).toEqual([6, [false, false, false]])
  expect([packerTexts.length, listContactsIn(packerTexts)]).toEqual([5, [false, false, true]])
  expect(viewerTexts.every(text => text.includes('Ada Verne') || text.includes(order.number))).toBe(
    true,
  )
})

test('hides contacts in the reply to an update and to a version conflict', async () => {
  const change = (body: object) =>
    t.call(packer, orderApi.update, { params: { id: order._id }, body })
  const packerOrder = (await t.call(packer, orderApi.get, { params: { id: order._id } })).body.data
  const updateReply = await change({
    note: 'By the gate',
    shippingAddress: { ...packerOrder.shippingAddress, city: 'Leith' },
    version: order.version,
  })
  const lateReply = await change({ note: 'Too late', version: order.version })
  expect([updateReply.status, lateReply.status, lateReply.body.code]).toEqual([
    200,
    409,
    'version_conflict',
  ])
  expect(
    listContactsIn([JSON.stringify(updateReply.body), JSON.stringify(lateReply.body)]),
  ).toEqual([false, false, true])
  expect(
    (await t.call('owner', orderApi.get, { params: { id: order._id } })).body.data,
  ).toMatchObject({
    note: 'By the gate',
    customer: { email, phone },
    shippingAddress: { city: 'Leith', phone: shippingPhone },
  })
})

test('the problem of each call with a version of the order has no contacts', async () => {
  const version = order.version + 1
  const params = { id: order._id }
  const details = { kind: 'editDetails' as const, note: 'By the gate' }
  const lines = order.lines.map(({ _id: line, quantity }) => ({ line, quantity }))
  const calls = [
    [orderApi.update, { version, note: 'By the gate' }],
    [orderApi.updateStatus, { version, status: 'cancelled', reason: 'stock' }],
    [orderApi.addRefund, { version, amount: 1, method: 'cash' }],
    [orderItemsApi.updateItems, { version, lines, shippingTotal: order.shippingTotal }],
    [orderChangeApi.previewChange, { version, change: details }],
    [orderChangeApi.applyChange, { version, change: details }],
    [orderPaymentLinkApi.sendPaymentLink, { version }],
  ] as const
  const before = await t.changes()
  for (const [route, body] of calls) {
    const reply = await t.call(packer, route, { params, body })
    expect([reply.status, reply.body.code], route.path).toEqual([409, 'version_conflict'])
    expect(listContactsIn([JSON.stringify(reply.body)]), route.path).toEqual([false, false, false])
  }
  expect(await t.changes()).toBe(before)
})

test('a withdrawal shows its email only with customer:read', async () => {
  const statement = { name: 'Ada Verne', email }
  await t.inStore(tx =>
    withdrawOrder({ tx, storeId: t.people.owner.storeId, id: order._id }, statement),
  )
  const params = { id: order._id }
  const customerId = order.customer._id ?? ''
  const list = async (as: Tester | 'owner') => [
    JSON.stringify((await t.call(as, orderApi.get, { params })).body.data),
    JSON.stringify(
      (await t.call(as, orderApi.listCustomerEvents, { params: { id: customerId } })).body.data,
    ),
  ]
  const { body } = await t.call('owner', orderApi.get, { params })
  expect(body.data.withdrawal).toMatchObject(statement)
  const texts = await list(packer)
  expect(texts.map(text => text?.includes('"text":"Ada Verne"'))).toEqual([true, true])
  expect(listContactsIn(texts)).toEqual([false, false, true])
})

test('does not find orders by hidden contacts', async () => {
  const findOrders = async (as: Tester | 'owner', q: string) => [
    (await t.call(as, orderApi.list, { query: { q } })).body.data.length,
    String((await t.call(as, orderApi.export, { query: { q } })).body).includes(order.number),
    (await t.call(as, searchApi.find, { query: { q } })).body.data.orders.length,
  ]
  for (const q of [email, 'example.com', 'canary@example', 'ada canary', '1632 960961']) {
    expect(await findOrders(viewer, q), q).toEqual([0, false, 0])
    expect(await findOrders(packer, q), q).toEqual([0, false, 0])
  }
  expect(await findOrders('owner', email)).toEqual([1, true, 1])
  for (const q of ['Ada', 'verne', 'Ada Verne', order.number])
    expect(await findOrders(viewer, q), q).toEqual([1, true, 1])
  const bulkReply = await t.call(packer, orderApi.bulkUpdateTags, {
    body: { filter: { q: email }, expectedCount: 0, add: ['seen'] },
  })
  expect(JSON.stringify(bulkReply.body)).not.toContain(order._id)
})

test('a repeated request with an idempotency key shows no contacts that are hidden now', async () => {
  const clerk = await createPerson('clerk', [
    { action: 'manage', subject: 'order' },
    { action: 'read', subject: 'customer' },
  ])
  const addPayment = () =>
    t.call(clerk, orderApi.addPayment, {
      params: { id: order._id },
      body: { amount: 100, method: 'cash' },
      headers: { 'idempotency-key': 'again' },
    })
  const first = await addPayment()
  expect(first.body.data.customer).toMatchObject({ email, phone })
  await t.inStore(
    tx =>
      tx`update membership set abilities = ${tx.json([{ action: 'manage', subject: 'order' }])}
        where person_id = ${clerk.personId}`,
  )
  invalidateAllMemberships()
  const second = await addPayment()
  expect([second.status, second.body.data._id]).toEqual([201, order._id])
  expect(second.body.data.customer).toMatchObject({ email: '', phone: '' })
  expect(second.body.data.payments).toHaveLength(1)
})

test('an order for a customer does not show their name or id to users without customer access', async () => {
  const [variant] = order.lines
  const create = (as: Tester | 'owner', customer: object) =>
    t.call(as, orderApi.create, {
      body: { customer, lines: [{ variant: variant?.variant, quantity: 1 }] },
    })
  for (const contact of [{ email }, { phone }]) {
    const { status, body } = await create(packer, contact)
    expect(status).toBe(201)
    expect(body.data.customer).toEqual(noCustomer)
    const params = { id: body.data._id }
    const linked = await t.call('owner', orderApi.get, { params })
    expect(linked.body.data.customer).toMatchObject({ _id: order.customer._id, ...contact })
  }
  expect((await create(packer, { email, name: 'A. V.' })).body.data.customer.name).toBe('A. V.')
  expect((await create('owner', { email })).body.data.customer.name).toBe('Ada Verne')
  const byId = (await create(packer, { _id: order.customer._id })).body.data
  expect(byId.customer).toEqual(noCustomer)
  const { body } = await t.call('owner', orderApi.get, { params: { id: byId._id } })
  expect(body.data.customer).toMatchObject({ _id: order.customer._id, name: '', email: '' })
})
