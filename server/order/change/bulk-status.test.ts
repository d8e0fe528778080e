import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkReply, BulkResult } from '#contract/lib/call/bulk.ts'
import { orderApi } from '#contract/order/order.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { createOrderTester, stepsByStatus } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
let idsByStatus: Record<OrderStatus, string>
const statuses = Object.keys(stepsByStatus) as OrderStatus[]
const email = 'ada@example.com'

async function createOrder(status: OrderStatus): Promise<string> {
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada', email },
    lines: [{ variant, quantity: 1 }],
    isDraft: status === 'draft',
  })
  for (const step of stepsByStatus[status]) await tester.updateStatus(_id, step)
  // As an order of the storefront, whose customer gets emails.
  await t.inStore(tx => tx`update "order" set cart_hash = sha256(${_id}::bytea) where id = ${_id}`)
  expect((await tester.getOrder(_id)).status).toBe(status)
  return _id
}
/** Creates an order of each status and sends their emails. */
async function createOrders() {
  const ids = await Promise.all(statuses.map(createOrder))
  idsByStatus = Object.fromEntries(statuses.map((status, index) => [status, ids[index]])) as never
  await t.runJobs()
}
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  variant = (await tester.createProduct({ stock: 1000 })).variant
  await createOrders()
})
afterAll(() => t.close())

function describeResult({ ok, isUnchanged, code }: BulkResult) {
  if (!ok) return code
  return isUnchanged ? 'unchanged' : 'changed'
}
/** Changes an order of each status, and returns the results without those that change. */
async function changeAll(
  route: typeof orderApi.bulkUpdateStatus | typeof orderApi.bulkAddPayment,
  change: object,
): Promise<{ reply: BulkReply; results: Record<string, string | undefined> }> {
  const ids = statuses.map(status => idsByStatus[status])
  const { body } = await t.call('owner', route, { body: { ids, ...change } })
  const reply: BulkReply = body.data
  const results = reply.results.map((result, index) => [statuses[index], describeResult(result)])
  return { reply, results: Object.fromEntries(results.filter(([, text]) => text !== 'changed')) }
}
const skippedStatuses = {
  draft: 'order_is_draft',
  on_hold: 'order_is_on_hold',
  cancelled: 'order_is_canceled',
  returned: 'order_is_returned',
}
const unchangedStatuses = (from: OrderStatus, to: OrderStatus) =>
  Object.fromEntries(
    statuses
      .slice(statuses.indexOf(from), statuses.indexOf(to) + 1)
      .map(status => [status, 'unchanged']),
  )
const listState = () =>
  t.inStore(
    tx => tx<{ id: string; status: OrderStatus; version: number }[]>`
      select id, status, version from "order" where id = any (${Object.values(idsByStatus)}::uuid[])
      order by id`,
  )

describe('a bulk change moves orders forward only', () => {
  test.each<[OrderStatus, Record<string, string>]>([
    ['confirmed', { ...unchangedStatuses('confirmed', 'completed'), ...skippedStatuses }],
    ['processing', { ...unchangedStatuses('processing', 'completed'), ...skippedStatuses }],
    ['ready', { ...unchangedStatuses('ready', 'completed'), ...skippedStatuses }],
    [
      'pending',
      {
        ...unchangedStatuses('pending', 'completed'),
        on_hold: 'order_is_on_hold',
        returned: 'order_is_returned',
      },
    ],
    ['shipped', { ...unchangedStatuses('shipped', 'completed'), ...skippedStatuses }],
    [
      'delivered',
      {
        ...unchangedStatuses('delivered', 'completed'),
        ...skippedStatuses,
        ...Object.fromEntries(statuses.slice(1, 5).map(status => [status, 'order_not_shipped'])),
      },
    ],
    [
      'on_hold',
      {
        ...skippedStatuses,
        on_hold: 'unchanged',
        shipped: 'order_has_shipped',
        delivered: 'order_has_shipped',
        completed: 'order_has_shipped',
      },
    ],
    [
      'cancelled',
      {
        cancelled: 'unchanged',
        returned: 'order_is_returned',
        shipped: 'order_has_shipped',
        delivered: 'order_has_shipped',
        completed: 'order_has_shipped',
      },
    ],
  ])('to %s', async (status, expected) => {
    const before = await listState()
    const mailsBefore = (await listMailsTo(t, email)).length
    const change = { status, reason: 'customer' }
    const { reply, results } = await changeAll(orderApi.bulkUpdateStatus, change)
    expect(results).toEqual(expected)
    const unchanged = Object.values(expected).filter(text => text === 'unchanged').length
    const failed = Object.keys(expected).length - unchanged
    expect(reply).toMatchObject({ done: statuses.length - failed, unchanged, failed })
    const after = await listState()
    const keptIds = new Set(Object.keys(expected).map(from => idsByStatus[from as OrderStatus]))
    const listKept = (rows: typeof before) => rows.filter(({ id }) => keptIds.has(id))
    expect(listKept(after)).toEqual(listKept(before))
    await t.runJobs()
    const mails = (await listMailsTo(t, email)).length - mailsBefore
    const mailed = ['shipped', 'delivered', 'cancelled'].includes(status)
    expect(mails).toBe(mailed ? statuses.length - keptIds.size : 0)
    for (const from of statuses)
      if (!keptIds.has(idsByStatus[from])) idsByStatus[from] = await createOrder(from)
    await t.runJobs()
  })

  test('to completed, for which delivered orders must be paid', async () => {
    const { results } = await changeAll(orderApi.bulkUpdateStatus, { status: 'completed' })
    expect(results).toEqual({
      ...skippedStatuses,
      ...Object.fromEntries(statuses.slice(1, 5).map(status => [status, 'order_not_shipped'])),
      shipped: 'order_not_delivered',
      delivered: 'unpaid_reason_missing',
      completed: 'unchanged',
    })
  })
})

test('a payment is recorded for orders that can be paid, and paid ones stay as they are', async () => {
  const { on_hold: _, ...skipped } = skippedStatuses
  const first = await changeAll(orderApi.bulkAddPayment, { method: 'cash' })
  expect(first.results).toEqual(skipped)
  const before = await t.changes()
  const again = await changeAll(orderApi.bulkAddPayment, { method: 'cash' })
  expect(again.results).toEqual({
    ...skipped,
    on_hold: 'unchanged',
    ...unchangedStatuses('pending', 'completed'),
  })
  expect(await t.changes()).toBe(before)
  await createOrders()
})
