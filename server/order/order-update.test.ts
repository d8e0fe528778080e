import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import {
  createExampleOrder,
  createOrderTester,
  exampleAddress,
  type SampleProduct,
} from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  pot = await tester.createProduct({ sku: `POT-${crypto.randomUUID().slice(0, 8)}` })
})

describe('updating an order', () => {
  const updateOrder = (id: string, body: object) =>
    t.call('owner', orderApi.update, { params: { id }, body })

  test('writes the changed fields and one timeline event', async () => {
    const order = await tester.createOrderData(createExampleOrder(pot.variant))
    const { body } = await updateOrder(order._id, {
      note: 'Two bows',
      tags: order.tags,
      shippingAddress: { ...exampleAddress, city: 'Paris' },
      total: 1,
      version: 1,
    })
    expect(body.data).toMatchObject({
      note: 'Two bows',
      shippingAddress: { city: 'Paris' },
      total: order.total,
      version: 2,
    })
    expect(body.data.timeline.at(-1)).toMatchObject({
      type: 'edited',
      data: { fields: ['shippingAddress', 'note'] },
    })
    expect((await updateOrder(order._id, { note: 'Two bows', version: 2 })).body.data).toEqual(
      body.data,
    )
    expect(await updateOrder(order._id, { note: 'Three', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', data: { version: 2, note: 'Two bows' } },
    })
  })

  test('names the added and removed tags in the timeline', async () => {
    const order = await tester.createOrderData({
      ...createExampleOrder(pot.variant),
      tags: ['gift', 'vip'],
    })
    const edit = async (tags: string[]) =>
      (await updateOrder(order._id, { tags })).body.data.timeline.at(-1)?.data
    expect(await edit(['VIP', 'gift', 'fragile'])).toEqual({
      fields: ['tags'],
      addedTags: ['VIP', 'fragile'],
      removedTags: ['vip'],
    })
    expect(await edit([])).toMatchObject({
      addedTags: [],
      removedTags: ['VIP', 'gift', 'fragile'],
    })
  })

  test('rejects a new shipping address after the order is shipped', async () => {
    const order = await tester.createOrderData(createExampleOrder(pot.variant))
    await tester.updateStatus(order._id, 'shipped')
    const shippingAddress = { ...exampleAddress, city: 'Rome' }
    expect(await updateOrder(order._id, { shippingAddress })).toMatchObject({
      status: 409,
      body: { code: 'already_shipped' },
    })
    expect((await updateOrder(order._id, { billingAddress: { city: 'Rome' } })).status).toBe(200)
  })

  test('adds notes to the timeline', async () => {
    const order = await tester.createOrderData(createExampleOrder(pot.variant))
    const { body } = await t.call('owner', orderApi.addNote, {
      params: { id: order._id },
      body: { text: 'Called back' },
    })
    expect(body.data.timeline.at(-1)).toMatchObject({
      type: 'note_added',
      actor: 'Test owner',
      data: { text: 'Called back' },
    })
  })
})
