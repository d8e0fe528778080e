import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { orderMailApi } from '#contract/order/order-mail.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

type ParcelUpdate = Omit<OrderChangeOf<'updateParcel'>, 'kind' | 'parcel'>

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let order: Order
let email: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
/** An order of the storefront in German, whose first parcel of two was shipped without a number. */
beforeEach(async () => {
  email = `${crypto.randomUUID()}@tracking.example`
  const { variant } = await tester.createProduct({ title: 'Krug' })
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada', email },
    lines: [{ variant, quantity: 3 }],
  })
  await t.inStore(async tx => {
    await tx`update store set languages = '{en,de}'`
    await tx`update "order" set cart_hash = sha256(${_id}::bytea), language = 'de' where id = ${_id}`
  })
  order = await tester.getOrder(_id)
  for (const quantity of [1, 2])
    order = await tester.makeChange(order, {
      kind: 'createParcel',
      status: 'shipped',
      lines: [{ line: order.lines[0]?._id ?? '', quantity }],
      isNotified: false,
    })
})

const getParcel = () => order.fulfillments[0]?._id ?? ''
async function update(change: ParcelUpdate): Promise<void> {
  order = await tester.makeChange(order, { kind: 'updateParcel', parcel: getParcel(), ...change })
}
const preview = async (change: ParcelUpdate) =>
  (await tester.previewChange(order, { kind: 'updateParcel', parcel: getParcel(), ...change })).body
    .data.emails
async function listMails() {
  await t.runJobs()
  return listMailsTo(t, email)
}

test('a number that is added to a shipped parcel is emailed in the language of the customer', async () => {
  const tracking = { carrier: 'DHL', number: '0034 1' }
  expect(await preview({ tracking })).toEqual(['tracking_updated'])
  expect(await preview({ tracking, isNotified: false })).toEqual([])
  await update({ tracking })
  const mails = await listMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('DHL 0034 1')
  expect(mails[0]).toContain('Ihr Paket gibt es neue Angaben zur Sendungsverfolgung')
  expect(mails[0]).not.toContain('ist unterwegs')
  // The units of this parcel, and not those of the other one.
  expect(mails[0]).toMatch(/^1 .+ Krug$/m)
  expect(mails[0]).not.toMatch(/Krug: 2\b/)
})

test('each change is emailed once, and an equal or a rewritten number never', async () => {
  await update({ tracking: { carrier: 'DHL', number: '0034' } })
  expect(await listMails()).toHaveLength(1)
  for (const tracking of [{ number: '0034' }, { number: '00-34' }, { carrier: 'dhl' }, {}]) {
    expect(await preview({ tracking })).toEqual([])
    await update({ tracking })
  }
  await update({ note: 'Fragile' })
  expect(await listMails()).toHaveLength(1)
  await update({ tracking: { carrier: 'UPS' } })
  expect(await listMails()).toHaveLength(2)
  await update({ tracking: { number: '0035' } })
  expect(await listMails()).toHaveLength(3)
  await update({ tracking: { number: '0036' }, isNotified: false })
  await update({ tracking: { number: '' } })
  expect(await listMails()).toHaveLength(3)
})

test('a parcel that has not left, has arrived or got lost sends no email about its number', async () => {
  const expectNoEmail = async (number: string) => {
    const tracking = { number }
    expect(await preview({ tracking })).toEqual([])
    await update({ tracking })
  }
  await update({ status: 'packed', isNotified: false })
  await expectNoEmail('0040')
  for (const status of ['shipped', 'delivered'] as const)
    await update({ status, isNotified: false })
  await expectNoEmail('0041')
  for (const status of ['shipped', 'lost'] as const) await update({ status, isNotified: false })
  await expectNoEmail('0042')
  expect(await listMails()).toEqual([])
})

/** Ships the first parcel again, whose email waits. */
async function shipAgain(): Promise<string> {
  await update({ status: 'packed', isNotified: false })
  await update({ status: 'shipped' })
  return `order.mail ${order._id} shipped ${getParcel()}`
}

test('a number that is added while the email about the shipment waits is part of that email', async () => {
  await shipAgain()
  const tracking = { carrier: 'DHL', number: '0070' }
  expect(await preview({ tracking })).toEqual(['shipped'])
  await update({ tracking })
  const mails = await listMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('ist unterwegs')
  expect(mails[0]).toContain('DHL 0070')
  await update({ tracking: { carrier: 'UPS' } })
  expect(await listMails()).toHaveLength(2)
})

test.each([
  [
    'is being sent',
    (key: string) =>
      t.sql`update graphile_worker._private_jobs set locked_at = now() where key = ${key}`,
  ],
  [
    'was tried too often',
    (key: string) =>
      t.sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${key}`,
  ],
  [
    'is off',
    () => t.call('owner', orderMailApi.setEnabled, { body: { kind: 'shipped', isEnabled: false } }),
  ],
])('a number has its own email if the one about the shipment %s', async (_, prepare) => {
  await prepare(await shipAgain())
  expect(await preview({ tracking: { number: '0080' } })).toEqual(['tracking_updated'])
  await t.sql`delete from graphile_worker._private_jobs`
  await t.call('owner', orderMailApi.setEnabled, { body: { kind: 'shipped', isEnabled: true } })
})

test('a store turns the email off without the one about shipments', async () => {
  const setEnabled = (kind: 'shipped' | 'tracking_updated', isEnabled: boolean) =>
    t.call('owner', orderMailApi.setEnabled, { body: { kind, isEnabled } })
  const tracking = { number: '0060' }
  await setEnabled('shipped', false)
  expect(await preview({ tracking })).toEqual(['tracking_updated'])
  await setEnabled('shipped', true)
  expect((await setEnabled('tracking_updated', false)).status).toBe(200)
  expect(await preview({ tracking })).toEqual([])
  await update({ tracking })
  expect(await listMails()).toEqual([])
  await setEnabled('tracking_updated', true)
})

test('the call for the tracking emails the customer only if it says so', async () => {
  const updateTracking = (number: string, rest: object = {}) =>
    t.call('owner', orderApi.updateTracking, {
      params: { id: order._id },
      body: { fulfillment: getParcel(), tracking: { carrier: 'DHL', number }, ...rest },
    })
  expect((await updateTracking('0050')).status).toBe(200)
  expect((await updateTracking('0051', { isNotified: false })).status).toBe(200)
  expect(await listMails()).toEqual([])
  for (let i = 0; i < 2; i++)
    expect((await updateTracking('0052', { isNotified: true })).status).toBe(200)
  expect(await listMails()).toHaveLength(1)
})
