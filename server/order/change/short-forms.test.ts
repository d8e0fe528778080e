import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { addOrderReturn, createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

async function createShippedOrder(): Promise<Order> {
  const { variant } = await tester.createProduct()
  const { _id } = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  await tester.updateStatus(_id, 'shipped')
  await addOrderReturn(t, _id)
  return tester.getOrder(_id)
}

const updateTracking = (order: Order, version?: number) =>
  t.call('owner', orderApi.updateTracking, {
    params: { id: order._id },
    body: {
      fulfillment: order.fulfillments[0]?._id ?? '',
      tracking: { carrier: 'DHL', number: '0034' },
      version,
    },
  })
const decideReturn = (order: Order, version?: number) =>
  t.call('owner', orderApi.decideReturn, {
    params: { id: order._id },
    body: { return: order.returns[0]?._id ?? '', status: 'accepted', version },
  })

test.each([
  ['tracking number', updateTracking],
  ['decision about a return', decideReturn],
] as const)('a %s for an earlier version of the order is refused', async (_, send) => {
  const order = await createShippedOrder()
  const before = await t.changes()
  const stale = await send(order, order.version - 1)
  expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict'])
  expect(stale.body.data).toMatchObject({ _id: order._id, version: order.version })
  expect(await t.changes()).toBe(before)
  expect((await send(order, order.version)).status).toBe(200)
  expect((await send(await createShippedOrder())).status).toBe(200)
})
