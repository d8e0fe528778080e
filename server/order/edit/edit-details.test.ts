import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { type OrderChangeDetails, orderChangeApi } from '#contract/order/order-change.ts'
import { storeApi } from '#contract/store/store.ts'
import { taxApi } from '#contract/store/tax.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { makePerson, startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let order: Order
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { taxIncluded: false } },
  })
  await t.call('owner', taxApi.create, {
    body: {
      name: '',
      rates: [
        { country: 'DE', rate: 19, validFrom: '2020-01-01' },
        { country: 'FR', rate: 20, validFrom: '2020-01-01' },
      ],
    },
  })
})
afterAll(() => t.close())
beforeEach(async () => {
  const { variant } = await tester.createProduct({ stock: 10 })
  order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada.canary@example.com' },
    shippingAddress: { ...exampleAddress, country: 'GB' },
    lines: [{ variant, quantity: 1, unitPrice: 1000 }],
  })
})

const address = { ...exampleAddress, line1: '2 Canary Wharf', phone: '+44 1632 960961' }
const edit = (body: object, version = order.version) =>
  t.call('owner', orderApi.update, { params: { id: order._id }, body: { ...body, version } })
async function readChange(edited: Order, as: Parameters<TestApp['call']>[0] = 'owner') {
  const id = edited.timeline.findLast(({ type }) => type === 'edited')?._id ?? ''
  const { body } = await t.call(as, orderChangeApi.getChange, { params: { id } })
  return body.data as OrderChangeDetails
}

test('another address is previewed, and its change shows the order before and after', async () => {
  const before = await t.changes()
  const { body } = await tester.previewChange(order, {
    kind: 'editDetails',
    shippingAddress: address,
    billingAddress: address,
  })
  expect(body.data).toMatchObject({
    order: { shippingAddress: address, version: order.version + 1 },
    emails: [],
    documents: [],
    stock: [],
  })
  expect(await t.changes()).toBe(before)
  const edited: Order = (await edit({ shippingAddress: address })).body.data
  expect(edited).toMatchObject({ status: order.status, version: order.version + 1 })
  expect(await readChange(edited)).toMatchObject({
    before: { details: { shippingAddress: order.shippingAddress } },
    after: { details: { shippingAddress: address, customer: { name: 'Ada Byron' } } },
  })
})

test('the preview of another shipping address names the parcels with the old one', async () => {
  const addParcel = async (status: 'packed' | 'shipped') => {
    const { lines } = order
    order = await tester.makeChange(order, {
      kind: 'createParcel',
      status,
      lines: [{ line: lines[0]?._id ?? '', quantity: 1 }],
    })
  }
  const { variant } = await tester.createProduct({ stock: 10 })
  order = await tester.createOrderData({ lines: [{ variant, quantity: 5 }] })
  for (const status of ['shipped', 'packed', 'packed', 'packed'] as const) await addParcel(status)
  const [, labeled, , canceled] = order.fulfillments
  const label = new FormData()
  label.append('file', new Blob(['%PDF-1.7']), 'label.pdf')
  await t.call('owner', orderFileApi.addLabel, { params: { id: labeled?._id ?? '' }, body: label })
  order = await tester.makeChange(order, {
    kind: 'updateParcel',
    parcel: canceled?._id ?? '',
    status: 'cancelled',
  })
  const preview = async (change: object) =>
    (await tester.previewChange(order, { kind: 'editDetails', ...change })).body.data
  expect((await preview({ shippingAddress: address })).parcelsWithOldAddress).toEqual([
    { number: `${order.number}-F1`, state: 'shipped' },
    { number: `${order.number}-F2`, state: 'labeled' },
    { number: `${order.number}-F3`, state: 'packed' },
  ])
  for (const change of [
    { shippingAddress: order.shippingAddress },
    { billingAddress: address },
    { note: 'Gift' },
  ])
    expect((await preview(change)).parcelsWithOldAddress).toEqual([])
})

test('another customer is previewed without a new customer, and is stale after a change', async () => {
  const customer = { name: 'Grace Hopper', email: 'grace.canary@example.com' }
  const before = await t.changes()
  const { body } = await tester.previewChange(order, { kind: 'editDetails', customer })
  expect(body.data.order.customer).toMatchObject(customer)
  expect(await t.changes()).toBe(before)
  await edit({ note: 'Gift' })
  const stale = await edit({ customer })
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  const stalePreview = await tester.previewChange(order, { kind: 'editDetails', customer })
  expect([stalePreview.status, stalePreview.body.code]).toEqual([409, 'version_conflict'])
  const edited: Order = (await edit({ customer }, order.version + 1)).body.data
  expect(await readChange(edited)).toMatchObject({
    before: { details: { customer: { email: 'ada.canary@example.com' } } },
    after: { details: { customer } },
  })
})

test.each([
  ['shippingAddress', { shippingAddress: address }],
  ['billingAddress', { billingAddress: address }],
  ['customer', { customer: { name: 'Grace Hopper', email: 'grace.canary@example.com' } }],
])('the %s of a canceled order stays, and its note can change', async (path, change) => {
  await tester.updateStatus(order._id, 'cancelled')
  const { version } = await tester.getOrder(order._id)
  const before = await t.changes()
  const reply = await edit(change, version)
  expect([reply.status, reply.body.code]).toEqual([409, 'order_details_canceled'])
  expect(reply.body.errors).toMatchObject([{ path }])
  expect(await t.changes()).toBe(before)
  expect((await edit({ note: 'Called' }, version)).status).toBe(200)
})

test('a change of the note alone keeps no details, and one of nothing is no change', async () => {
  const edited: Order = (await edit({ note: 'Gift' })).body.data
  const event = edited.timeline.findLast(({ type }) => type === 'edited')
  expect(event?.hasDetails).toBe(false)
  const same = await edit({ note: 'Gift' }, edited.version)
  expect(same.body.data).toEqual(edited)
})

test('the details hide contacts, and the erasure of the customer removes them', async () => {
  const edited: Order = (await edit({ shippingAddress: address })).body.data
  const viewer = await makePerson(t.app, t.sql, `viewer-of-${t.people.owner.name}`, {
    storeId: t.people.owner.storeId,
    abilities: [{ action: 'read', subject: 'order' }],
  })
  const hidden = JSON.stringify(await readChange(edited, viewer))
  expect(hidden).toContain('Canary Wharf')
  for (const contact of ['ada.canary@example.com', address.phone, order.customer._id ?? ''])
    expect(hidden).not.toContain(contact)
  const params = { id: order.customer._id ?? '' }
  await t.inStore(
    tx => tx`update "order" set status = 'completed' where customer_id = ${params.id}`,
  )
  expect((await t.call('owner', customerDataApi.erase, { params, body: {} })).status).toBe(200)
  const erased = JSON.stringify(await readChange(edited))
  expect(erased).not.toMatch(/Canary|canary/)
  const [row] = await t.inStore(
    tx => tx<{ text: string }[]>`
      select string_agg(before::text || after::text, '') as text from order_event
      where order_id = ${order._id} and before is not null`,
  )
  expect(row?.text).not.toMatch(/Canary|canary/)
})

test('after another customer got the order, nothing of the former one is exported or kept', async () => {
  const moved: Order = (await edit({ shippingAddress: address })).body.data
  const newAddress = { ...exampleAddress, name: 'Grace Hopper' }
  const other = await tester.createOrderData({
    customer: { name: 'Grace Hopper', email: 'grace@example.com' },
    shippingAddress: newAddress,
    billingAddress: newAddress,
    lines: [{ variant: moved.lines[0]?.variant ?? '', quantity: 1 }],
  })
  const { status } = await edit(
    {
      customer: { _id: other.customer._id, name: 'Grace Hopper', email: 'grace@example.com' },
      shippingAddress: newAddress,
      billingAddress: newAddress,
    },
    moved.version,
  )
  expect(status).toBe(200)
  const exported = await t.call('owner', customerDataApi.exportData, {
    params: { id: other.customer._id ?? '' },
  })
  expect(exported.status).toBe(200)
  const exportedText = JSON.stringify(exported.body)
  expect(exportedText).toContain(order.number)
  expect(exportedText).not.toMatch(/Canary|canary|Ada Byron/)

  const params = { id: order.customer._id ?? '' }
  await t.inStore(tx => tx`update "order" set status = 'completed' where status <> 'completed'`)
  expect((await t.call('owner', customerDataApi.erase, { params, body: {} })).status).toBe(200)
  const kept = await t.inStore(
    tx => tx<{ text: string }[]>`
      select string_agg(e::text, '') as text from (
        select before::text || after::text as e from order_event where order_id = ${order._id}
        union all
        select coalesce(before::text, '') || coalesce(after::text, '') from audit
        where record_id = ${order._id}
      ) texts (e)`,
  )
  expect(kept[0]?.text).not.toMatch(/Canary|canary|Ada Byron/)
})
