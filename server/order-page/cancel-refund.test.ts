import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { loadOrderPath } from '../sale/order-link.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { placeTestOrder } from '../testing/subject/test-order.ts'
import { PaymentTest } from '../testing/subject/test-payment.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'

let p: PaymentTest
beforeAll(async () => {
  p = await PaymentTest.start()
})
afterAll(() => p.close())

const getOrder = async (id: string): Promise<Order> =>
  (await p.t.call('owner', orderApi.get, { params: { id } })).body.data
const cancel = (path: string) => new Shopper(p.t).send({ intent: 'cancel' }, { url: path })
const addPayment = (id: string, amount: number) =>
  p.t.call('owner', orderApi.addPayment, { params: { id }, body: { amount, method: 'bank' } })
const listNotifications = async (id: string) => {
  const rows = await p.t.inStore(
    tx => tx<{ kind: string }[]>`
      select kind from notification where subject_id = ${id} and kind <> 'order_created'
      order by kind`,
  )
  return rows.map(({ kind }) => kind)
}

/** Places an order that was paid on the page of the provider. */
async function placePaidOrder() {
  const shopper = await p.fillCart(await p.createProduct())
  await p.place(shopper, 'stripe')
  await p.deliver(p.fakes.stripe.pay((await p.getSession()).sessionId))
  const id = (await p.getSession()).orderId ?? ''
  return { id, path: await loadOrderPath(p.t.app, { storeId: p.t.people.owner.storeId, id }) }
}

/** Staff cannot reopen the order, one by one or in bulk, because its refund would come later. */
async function expectClosed(id: string) {
  const before = await p.t.changes()
  const body = { status: 'pending' as const }
  const reopened = await p.t.call('owner', orderApi.updateStatus, { params: { id }, body })
  expect(reopened).toMatchObject({
    status: 409,
    body: { code: 'illegal_transition', data: { allowed: [] } },
  })
  const bulk = await p.t.call('owner', orderApi.bulkUpdateStatus, { body: { ids: [id], ...body } })
  expect(bulk.body.data).toMatchObject({ done: 0, failed: 1 })
  expect(await p.t.changes()).toBe(before)
}

test('an order that its shopper cancels is refunded online, and the page says when', async () => {
  const { id, path } = await placePaidOrder()
  const { total } = await getOrder(id)
  expect((await cancel(path)).statusCode).toBe(303)
  await expectClosed(id)
  expect(await getOrder(id)).toMatchObject({
    status: 'cancelled',
    refundedTotal: 0,
    pendingRefunds: [{ amount: total, provider: 'stripe' }],
  })
  expect((await visit(p.t, path)).body).toContain('Refund of $54.70 requested on')
  expect(await listNotifications(id)).toEqual(['order_canceled'])
  p.fakes.stripe.refundState = 'succeeded'
  await p.t.runJobs()
  expect(await getOrder(id)).toMatchObject({ refundedTotal: total, paymentStatus: 'refunded' })
  const { body } = await visit(p.t, path)
  expect(body).toContain('$54.70 refunded on')
  expect(body).not.toContain('requested on')
  expect((await cancel(path)).statusCode).toBe(409)
  expect((await getOrder(id)).refunds).toHaveLength(1)
})

test('a refund that fails after the cancellation is owed on the page', async () => {
  await p.t.runJobs()
  const { id, path } = await placePaidOrder()
  await cancel(path)
  p.fakes.failNext('no-permission', { method: 'POST', path: /refunds/ })
  await p.t.runJobs()
  await expectClosed(id)
  expect(await getOrder(id)).toMatchObject({ pendingRefunds: [], refundedTotal: 0 })
  expect((await visit(p.t, path)).body).toContain('The store will return $54.70 to you.')
})

test('staff return the amount that was paid by hand, and the page says so', async () => {
  const { id, path } = await placeTestOrder(p.t)
  const { total } = await getOrder(id)
  await addPayment(id, total)
  await cancel(path)
  expect(await getOrder(id)).toMatchObject({ refundedTotal: 0, pendingRefunds: [], refunds: [] })
  expect(await listNotifications(id)).toEqual(['order_canceled', 'refund_due'])
  expect((await visit(p.t, path)).body).toContain('The store will return $54.70 to you.')
  const body = { amount: total, method: 'bank' as const }
  await p.t.call('owner', orderApi.addRefund, { params: { id }, body })
  const page = (await visit(p.t, path)).body
  expect(page).toContain('$54.70 refunded on')
  expect(page).not.toContain('The store will return')
})

test('only the online part of a mixed payment is refunded by the provider', async () => {
  const { id, path } = await placePaidOrder()
  const { total } = await getOrder(id)
  await addPayment(id, 1000)
  await cancel(path)
  expect(await getOrder(id)).toMatchObject({
    refundedTotal: 0,
    pendingRefunds: [{ amount: total }],
  })
  expect(await listNotifications(id)).toEqual(['order_canceled', 'refund_due'])
  expect((await visit(p.t, path)).body).toContain('The store will return $10.00 to you.')
})

test('an unpaid order that its shopper cancels owes nothing', async () => {
  const { id, path } = await placeTestOrder(p.t)
  await cancel(path)
  expect(await getOrder(id)).toMatchObject({ status: 'cancelled', refunds: [] })
  expect(await listNotifications(id)).toEqual(['order_canceled'])
  expect((await visit(p.t, path)).body).not.toContain('The store will return')
})
