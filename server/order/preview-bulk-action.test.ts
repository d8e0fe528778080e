import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkReply, BulkResult } from '#contract/lib/call/bulk.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import {
  type OrderBulkAction,
  type OrderBulkPreview,
  orderBulkPreviewApi,
} from '#contract/order/order-bulk-preview.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { createOrderTester, stepsByStatus } from '../testing/subject/order-testing.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  variant = (await tester.createProduct({ price: 1950, stock: 1000 })).variant
})
afterAll(() => t.close())

async function createOrder(status: OrderStatus, rest: object = {}): Promise<string> {
  const isDraft = status === 'draft'
  const order = { lines: [{ variant, quantity: 1 }], isDraft, ...rest }
  const { _id } = await tester.createOrderData(order)
  for (const step of stepsByStatus[status]) await tester.updateStatus(_id, step)
  return _id
}
const preview = async (action: OrderBulkAction, selection: object): Promise<OrderBulkPreview> => {
  const body = { ...selection, action }
  const reply = await t.call('owner', orderBulkPreviewApi.previewBulk, { body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}

const actions = {
  shipped: [orderApi.bulkUpdateStatus, { status: 'shipped' }],
  delivered: [orderApi.bulkUpdateStatus, { status: 'delivered' }],
  cancelled: [orderApi.bulkUpdateStatus, { status: 'cancelled', reason: 'customer' }],
  paid: [orderApi.bulkAddPayment, { method: 'cash' }],
  tagged: [orderApi.bulkUpdateTags, { add: ['gift'] }],
  archived: [orderArchiveApi.bulkUpdateArchived, { isArchived: true }],
  deleted: [orderArchiveApi.bulkDeleteDrafts, {}],
} as const satisfies Record<OrderBulkAction, unknown>

test.each(Object.keys(actions) as OrderBulkAction[])(
  'the preview of “%s” is what the action does then, and changes nothing',
  async action => {
    const statuses = Object.keys(stepsByStatus) as OrderStatus[]
    const ids = [
      ...(await Promise.all(statuses.map(status => createOrder(status)))),
      await createOrder('pending', { shippingAddress: {} }),
      await createOrder('delivered', { paidWith: 'cash' }),
      await createOrder('completed', { paidWith: 'cash' }),
      '00000000-0000-4000-8000-000000000000',
    ]
    const archivedId = ids[statuses.length + 2] ?? ''
    await t.call('owner', orderArchiveApi.updateArchived, {
      params: { id: archivedId },
      body: { isArchived: true },
    })
    const before = await t.changes()
    const expected = await preview(action, { ids })
    expect(await t.changes()).toBe(before)
    const [route, change] = actions[action]
    const reply: BulkReply = (await t.call('owner', route, { body: { ids, ...change } })).body.data
    // Orders that don’t exist have no name, and other codes in some actions.
    const describeRow = ({ _id, name, code }: BulkResult) => ({ _id, name, code: name && code })
    expect(expected).toEqual({
      changed: reply.done - reply.unchanged,
      unchanged: reply.unchanged,
      skipped: expected.skipped,
      isPartial: false,
      unpaid: expected.unpaid,
    })
    expect(expected.skipped.map(describeRow)).toEqual(
      reply.results.filter(({ ok }) => !ok).map(describeRow),
    )
    expect(expected.changed).toBeGreaterThan(0)
    expect(expected.skipped.length).toBeGreaterThan(0)
  },
)

test('checks the first thousand orders of a larger selection', async () => {
  const id = await createOrder('pending')
  await t.inStore(
    tx => tx`
      insert into "order" (number, currency, status, customer_name)
      select 'M' || n, 'USD', 'confirmed', 'Many' from generate_series(1, 1001) n`,
  )
  const selection = { filter: { status: 'confirmed', totalTo: 0 }, expectedCount: 1001 }
  expect(await preview('shipped', selection)).toMatchObject({ changed: 1000, isPartial: true })
  expect(await preview('shipped', { ids: [id] })).toMatchObject({ changed: 1, isPartial: false })
  await t.inStore(tx => tx`delete from "order" where customer_name = 'Many'`)
})

test('counts selected orders that ship before a payment that is due', async () => {
  for (const [kind, name] of [
    ['bank_transfer', 'Bank'],
    ['cash_on_delivery', 'Cash'],
  ])
    await t.call('owner', paymentMethodApi.create, {
      body: { kind, name, password: samplePassword },
    })
  const createWith = async (paymentMethod: string, rest: object = {}) => {
    const id = await createOrder('pending', rest)
    await t.inStore(
      tx => tx`
        update "order" set payment_method = ${paymentMethod}, tags = '{unpaid}' where id = ${id}`,
    )
    return id
  }
  const [bank, other, cash, paid, canceled] = [
    await createWith('Bank'),
    await createWith(''),
    await createWith('Cash'),
    await createWith('Bank', { paidWith: 'cash' }),
    await createWith('Bank'),
  ]
  await tester.updateStatus(canceled, 'cancelled')
  const countUnpaid = async (selection: object, action: OrderBulkAction = 'shipped') =>
    (await preview(action, selection)).unpaid
  expect(await countUnpaid({ ids: [bank, other, cash, paid, canceled] })).toBe(2)
  expect(await countUnpaid({ ids: [cash, paid] })).toBe(0)
  expect(await countUnpaid({ ids: [bank] }, 'delivered')).toBe(0)
  const tagged = { filter: { tag: 'unpaid' }, expectedCount: 5 }
  expect(await countUnpaid(tagged)).toBe(2)
  expect(await countUnpaid({ ...tagged, excludedIds: [bank] })).toBe(1)
})

test('previews no orders of other stores, and needs a selection', async () => {
  const id = await createOrder('pending')
  const call = (user: 'owner' | 'stranger', body: object) =>
    t.call(user, orderBulkPreviewApi.previewBulk, { body: { action: 'shipped', ...body } })
  const reply = await call('stranger', { ids: [id] })
  expect(reply.body.data).toMatchObject({ changed: 0, unpaid: 0 })
  expect(reply.body.data.skipped).toMatchObject([{ code: 'order_not_found', name: '' }])
  expect((await call('owner', {})).body.errors).toMatchObject([{ code: 'selection_missing' }])
})
