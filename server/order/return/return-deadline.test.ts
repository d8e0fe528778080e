import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { returnApi } from '#contract/order/order-return.ts'
import { storeApi } from '#contract/store/store.ts'
import { addOrderReturn, createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { timezone: timeZone } },
  })
})
afterAll(() => t.close())

const timeZone = 'Pacific/Auckland'
/** Returns the day after the given number of days in the time zone of the store. */
function getDay(days: number) {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone })
  // In UTC, because some days of the time zone do not have 24 hours.
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
}

const setDays = (sendBackDays: number | null) =>
  t.call('owner', cmsApi.update, { body: { checkout: { sendBackDays } } })

async function requestReturn(): Promise<{ order: Order; id: string }> {
  const { variant } = await tester.createProduct({ stock: 10 })
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    lines: [{ variant, quantity: 2, unitPrice: 1000 }],
  })
  await tester.applyChange(await tester.getOrder(_id), {
    kind: 'createParcel',
    status: 'shipped',
    isNotified: false,
  })
  const id = await addOrderReturn(t, _id)
  return { order: await tester.getOrder(_id), id }
}

const accept = (id: string, fields: { sendBackBy?: string | null } = {}): OrderChange => ({
  kind: 'updateReturn',
  return: id,
  status: 'accepted',
  ...fields,
})
const setDeadline = (id: string, sendBackBy: string | null): OrderChange => ({
  kind: 'setReturnDeadline',
  return: id,
  sendBackBy,
})
const passDeadline = (id: string) =>
  t.inStore(tx => tx`update order_return set send_back_by = ${getDay(-1)} where id = ${id}`)
const listLate = async (): Promise<string[]> =>
  (await t.call('owner', returnApi.listReturns, { query: { view: 'late' } })).body.data.map(
    ({ _id }: { _id: string }) => _id,
  )
const countLate = async () => (await t.call('owner', returnApi.getReturnCounts)).body.data.late

test('an accepted return gets the day of the settings in the time zone of the store', async () => {
  const first = await requestReturn()
  expect(first.order.returns[0]).toMatchObject({ sendBackBy: null, isLate: false })
  const accepted = await tester.makeChange(first.order, accept(first.id))
  expect(accepted.returns[0]).toMatchObject({ sendBackBy: getDay(14), isLate: false })

  await setDays(3)
  const second = await requestReturn()
  expect((await tester.makeChange(second.order, accept(second.id))).returns[0]?.sendBackBy).toBe(
    getDay(3),
  )

  await setDays(null)
  const third = await requestReturn()
  expect((await tester.makeChange(third.order, accept(third.id))).returns[0]?.sendBackBy).toBeNull()
  await setDays(14)
})

test('staff choose another day, which the timeline and the preview show', async () => {
  const { order, id } = await requestReturn()
  const accepted = await tester.makeChange(order, accept(id, { sendBackBy: getDay(30) }))
  expect(accepted.returns[0]?.sendBackBy).toBe(getDay(30))
  const change = setDeadline(id, getDay(40))
  const { body } = await tester.previewChange(accepted, change)
  expect(body.data.order.returns[0].sendBackBy).toBe(getDay(40))
  expect((await tester.getOrder(order._id)).returns[0]?.sendBackBy).toBe(getDay(30))
  const changed = await tester.makeChange(accepted, change)
  expect(changed.returns[0]?.sendBackBy).toBe(getDay(40))
  expect(changed.timeline.at(-1)).toMatchObject({
    type: 'return_deadline_set',
    data: { return: changed.returns[0]?.number, day: getDay(40) },
  })
  const removed = await tester.makeChange(changed, setDeadline(id, null))
  expect(removed.returns[0]?.sendBackBy).toBeNull()
  expect(removed.timeline.at(-1)?.type).toBe('return_deadline_removed')
})

test('a return is late after its day until units arrive, and stays open', async () => {
  const { order, id } = await requestReturn()
  const accepted = await tester.makeChange(order, accept(id, { sendBackBy: getDay(0) }))
  expect(accepted.returns[0]?.isLate).toBe(false)
  expect(await listLate()).not.toContain(id)
  const count = await countLate()
  await passDeadline(id)
  const late = await tester.getOrder(order._id)
  expect(late.returns[0]).toMatchObject({ status: 'accepted', isLate: true })
  expect(await listLate()).toContain(id)
  expect(await countLate()).toBe(count + 1)
  const line = late.lines[0]?._id ?? ''
  const received = await tester.makeChange(late, {
    kind: 'receiveReturn',
    return: id,
    lines: [{ line, quantity: 1, condition: 'good', isRestocked: true }],
  })
  expect(received.returns[0]).toMatchObject({ status: 'received', isLate: false })
  expect(await listLate()).not.toContain(id)
})

test('a late return can be extended, sent or canceled', async () => {
  const [extended, sent, canceled] = [
    await requestReturn(),
    await requestReturn(),
    await requestReturn(),
  ]
  for (const { order, id } of [extended, sent, canceled]) {
    await tester.makeChange(order, accept(id))
    await passDeadline(id)
  }
  const load = ({ order }: { order: Order }) => tester.getOrder(order._id)
  await tester.makeChange(await load(extended), setDeadline(extended.id, getDay(5)))
  for (const [status, { order, id }] of [
    ['in_transit', sent],
    ['canceled', canceled],
  ] as const)
    await tester.makeChange(await tester.getOrder(order._id), {
      kind: 'updateReturn',
      return: id,
      status,
    })
  for (const each of [extended, sent, canceled])
    expect((await load(each)).returns[0]?.isLate).toBe(false)
})

describe('refuses a deadline and writes nothing', () => {
  const expectRefusal = async (order: Order, change: OrderChange, code: string) => {
    const before = [await tester.getOrder(order._id), await t.changes()]
    const { body } = await tester.applyChange(order, change)
    expect(body.code).toBe(code)
    expect([await tester.getOrder(order._id), await t.changes()]).toEqual(before)
  }

  test('of a return that is not accepted', async () => {
    const { order, id } = await requestReturn()
    await expectRefusal(order, setDeadline(id, getDay(3)), 'return_not_accepted')
  })

  test('that has passed', async () => {
    const { order, id } = await requestReturn()
    await expectRefusal(order, accept(id, { sendBackBy: getDay(-1) }), 'return_deadline_past')
    const accepted = await tester.makeChange(order, accept(id))
    await expectRefusal(accepted, setDeadline(id, getDay(-1)), 'return_deadline_past')
  })

  test('of a claim, and of a return of another order', async () => {
    const { order, id } = await requestReturn()
    const other = await requestReturn()
    await expectRefusal(other.order, setDeadline(id, getDay(3)), 'not_found')
    const line = order.lines[0]?._id ?? ''
    const withClaim = await tester.makeChange(order, {
      kind: 'createClaim',
      status: 'accepted',
      lines: [{ line, quantity: 1, reason: 'damaged' }],
      wish: 'refund',
    })
    const claim = withClaim.returns.find(({ kind }) => kind === 'claim')
    expect(claim?.sendBackBy).toBeNull()
    await expectRefusal(withClaim, setDeadline(claim?._id ?? '', getDay(3)), 'return_not_accepted')
  })
})

test('an order without emails says so', async () => {
  const { variant } = await tester.createProduct()
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  expect(order.sendsEmails).toBe(false)
  const { body } = await t.call('owner', orderApi.get, { params: { id: order._id } })
  expect(body.data.sendsEmails).toBe(false)
})
