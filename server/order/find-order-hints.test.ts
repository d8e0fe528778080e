import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderHintApi } from '#contract/order/order-hint.ts'
import { createOrderTester, type SampleProduct } from '../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  pot = await tester.createProduct({ stock: 1000 })
})

const shippingAddress = {
  line1: '1 Mill Lane',
  city: 'Leeds',
  postalCode: 'LS1 1AA',
  country: 'GB',
}
const customer = { name: 'Ada Lovelace', email: 'ada@example.com' }
const createOrder = async (quantity: number, rest: object = {}): Promise<Order> =>
  tester.createOrderData({
    lines: [{ variant: pot.variant, quantity }],
    customer,
    shippingAddress,
    ...rest,
  })
const getHints = async ({ _id }: Order) => {
  const { body } = await t.call('owner', orderHintApi.getHints, { params: { id: _id } })
  return body.data
}
const link = ({ _id, number }: Order) => ({ _id, number })

test('orders to ship of one customer to one address can ship together', async () => {
  const order = await createOrder(1)
  const same = await createOrder(2, {
    customer: { _id: order.customer._id },
    shippingAddress: { ...shippingAddress, line1: '1 mill lane', name: 'A. Lovelace' },
  })
  const shipped = await createOrder(3, { customer: { _id: order.customer._id } })
  await tester.updateStatus(shipped._id, 'shipped')
  await createOrder(4, {
    customer: { _id: order.customer._id },
    shippingAddress: { ...shippingAddress, line1: '2 Mill Lane' },
  })
  await createOrder(5, { customer: { name: 'Someone else', email: 'else@example.com' } })
  expect(await getHints(order)).toMatchObject({ shipTogether: [link(same)], duplicates: [] })
  expect(await getHints(shipped)).toEqual({
    shipTogether: [],
    duplicates: [],
    failedDeliveries: [],
    editableUntil: null,
    draftExpiresAt: null,
  })
})

test('an order with the same items for the same customer within a day may be a duplicate', async () => {
  const order = await createOrder(1)
  const rest = { customer: { _id: order.customer._id } }
  const same = await createOrder(1, rest)
  const [canceled, old] = [await createOrder(1, rest), await createOrder(1, rest)]
  const other = await createOrder(2, rest)
  await tester.updateStatus(canceled._id, 'cancelled')
  await t.inStore(
    tx =>
      tx`update "order" set created_at = created_at - interval '25 hours' where id = ${old._id}`,
  )
  expect(await getHints(order)).toEqual({
    shipTogether: [link(other), link(old)],
    duplicates: [link(same)],
    failedDeliveries: [],
    editableUntil: null,
    draftExpiresAt: null,
  })
  expect((await getHints(canceled)).duplicates).toEqual([])
})

const shipParcel = async (order: Order) => {
  const { body } = await tester.applyChange(order, { kind: 'createParcel', status: 'shipped' })
  const shipped: Order = body.data
  return { order: shipped, parcel: shipped.fulfillments[0]?._id ?? '' }
}
const setParcelStatus = async (order: Order, parcel: string, status: 'lost' | 'cancelled') => {
  const change = { kind: 'updateParcel', parcel, status } as const
  expect((await tester.applyChange(order, change)).status).toBe(200)
}

test('an order of a customer with two parcels that did not arrive gets a hint', async () => {
  const phone = '+441134960000'
  const lost = await shipParcel(await createOrder(1, { customer: { name: 'Ada', phone } }))
  await setParcelStatus(lost.order, lost.parcel, 'lost')
  const next = { customer: { name: 'Ada', email: 'new@example.com', phone } }
  const second = await createOrder(1, next)
  expect((await getHints(second)).failedDeliveries).toEqual([])
  const returned = await shipParcel(second)
  await tester.updateStatus(returned.order._id, 'returned')
  const third = await createOrder(1, { customer: { name: 'Grace', email: 'NEW@example.com' } })
  expect((await getHints(third)).failedDeliveries).toEqual([second, lost.order].map(link))
  const canceled = await shipParcel(third)
  await setParcelStatus(canceled.order, canceled.parcel, 'cancelled')
  const current = await createOrder(1, next)
  // The email and the phone number find them too, without a common customer.
  await t.inStore(tx => tx`update "order" set customer_id = null where id <> ${current._id}`)
  expect((await getHints(current)).failedDeliveries).toEqual([third, second, lost.order].map(link))
  // Orders that were shipped, and those of others, get no hint.
  const shipped = await shipParcel(current)
  expect((await getHints(shipped.order)).failedDeliveries).toEqual([])
  const other = await createOrder(1, { customer: { name: 'Ada', email: 'else@example.com' } })
  expect((await getHints(other)).failedDeliveries).toEqual([])
})

test('delivered parcels and those that were canceled before shipping are no failed deliveries', async () => {
  for (const _ of [1, 2]) {
    const delivered = await shipParcel(await createOrder(1))
    await tester.updateStatus(delivered.order._id, 'delivered')
    await tester.updateStatus(delivered.order._id, 'returned')
    const order = await createOrder(1)
    const { body } = await tester.applyChange(order, { kind: 'createParcel', status: 'packed' })
    const packed: Order = body.data
    await setParcelStatus(packed, packed.fulfillments[0]?._id ?? '', 'cancelled')
    expect((await tester.getOrder(order._id)).fulfillments[0]?.shippedAt).toBeNull()
  }
  expect((await getHints(await createOrder(1))).failedDeliveries).toEqual([])
})

test('the rows of a list have the hints of their orders', async () => {
  const order = await createOrder(1)
  const rest = { customer: { _id: order.customer._id } }
  const [same, other] = [await createOrder(1, rest), await createOrder(2, rest)]
  const alone = await createOrder(1, { customer: { name: 'Grace', email: 'grace@example.com' } })
  const ids = [alone, other, order].map(({ _id }) => _id)
  const noHints = { shipTogether: [], duplicates: [], failedDeliveries: [] }
  const list = async (person: 'owner' | 'stranger') =>
    (await t.call(person, orderHintApi.listRowHints, { query: { ids } })).body.data
  // In the order of their ids, which is that of their creation.
  expect(await list('owner')).toEqual([
    { ...link(order), ...noHints, shipTogether: [link(other)], duplicates: [link(same)] },
    { ...link(other), ...noHints, shipTogether: [same, order].map(link) },
    { ...link(alone), ...noHints },
  ])
  expect(await list('stranger')).toEqual([])
  const tooMany = Array.from({ length: 101 }, () => order._id)
  const reply = await t.call('owner', orderHintApi.listRowHints, { query: { ids: tooMany } })
  expect(reply.status).toBe(422)
})

test('hints of an order of another store are not found', async () => {
  const { _id } = await createOrder(1)
  const reply = await t.call('stranger', orderHintApi.getHints, { params: { id: _id } })
  expect(reply.status).toBe(404)
})

test('a guessed email gives no hints without customer:read', async () => {
  await createOrder(1)
  const spy = await makePerson(t.app, t.sql, `spy-of-${t.people.owner.name}`, {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'manage', subject: 'order' }],
  })
  const { body } = await t.call(spy, orderApi.create, {
    body: { customer, shippingAddress, lines: [{ variant: pot.variant, quantity: 1 }] },
  })
  const { _id, number } = body.data
  const noHints = { shipTogether: [], duplicates: [], failedDeliveries: [] }
  const hints = await t.call(spy, orderHintApi.getHints, { params: { id: _id } })
  expect(hints.body.data).toEqual({ ...noHints, editableUntil: null, draftExpiresAt: null })
  const rows = await t.call(spy, orderHintApi.listRowHints, { query: { ids: [_id] } })
  expect(rows.body.data).toEqual([{ _id, number, ...noHints }])
  expect((await getHints(body.data)).duplicates).toHaveLength(1)
  const query = { hint: 'duplicates' }
  expect((await t.call(spy, orderApi.list, { query })).body).toMatchObject({
    data: [],
    meta: { total: 0 },
  })
  const exported = await t.call(spy, orderApi.export, { query })
  expect(String(exported.body)).not.toContain(number)
})

test('the end of the edits by the shopper is known while it lies ahead', async () => {
  const order = await createOrder(1)
  const setSource = (source: string, age: string) =>
    t.inStore(
      tx => tx`
        update "order" set source = ${source}, created_at = now() - ${age}::interval
        where id = ${order._id}`,
    )
  expect(await getHints(order)).toMatchObject({ editableUntil: null })
  await setSource('storefront', '10 minutes')
  const { editableUntil } = await getHints(order)
  const minutes = (Date.parse(editableUntil) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(5)
  expect(minutes).toBeLessThan(21)
  await setSource('storefront', '31 minutes')
  expect(await getHints(order)).toMatchObject({ editableUntil: null })
})

test('the list is filtered by hints, also for bulk actions', async () => {
  const order = await createOrder(1)
  const rest = { customer: { _id: order.customer._id } }
  const [same, other] = [await createOrder(1, rest), await createOrder(2, rest)]
  const closed = await createOrder(1, rest)
  await tester.updateStatus(closed._id, 'cancelled')
  const single = await createOrder(3, { customer: { name: 'Grace', email: 'grace@example.com' } })
  const list = async (query: Record<string, unknown>) => {
    const { body } = await t.call('owner', orderApi.list, { query })
    expect(body.meta.total).toBe(body.data.length)
    return body.data.map(({ number }: Order) => number)
  }
  expect(await list({ hint: 'duplicates' })).toEqual([same.number, order.number])
  expect(await list({ hint: 'shipTogether' })).toEqual(
    [other, same, order].map(({ number }) => number),
  )
  expect(await list({ hint: 'failedDeliveries' })).toEqual([])
  expect(await list({ hint: 'shipTogether', totalFrom: other.total })).toEqual([other.number])
  const exported = await t.call('owner', orderApi.export, { query: { hint: 'duplicates' } })
  expect(String(exported.body)).toContain(same.number)
  expect(String(exported.body)).not.toContain(other.number)
  for (const parcel of [await shipParcel(other), await shipParcel(same)])
    await setParcelStatus(parcel.order, parcel.parcel, 'lost')
  // Orders that were placed before the failed deliveries have no hint.
  const last = await createOrder(5, rest)
  expect(await list({ hint: 'failedDeliveries' })).toEqual([last.number])
  expect(await list({ hint: 'shipTogether' })).not.toContain(single.number)
})
