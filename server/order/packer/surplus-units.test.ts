import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { packerLinkApi } from '#contract/packing/packer-link.ts'
import { type PackingList, packingApi } from '#contract/packing/packing.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let orders: ReturnType<typeof createOrderTester>
let [cup, lamp] = ['', '']
let [token, line] = ['', '']
let id: string
beforeAll(async () => {
  t = await startTestApp()
  orders = createOrderTester(t)
  cup = (await orders.createProduct({ title: 'Cup' })).variant
  lamp = (await orders.createProduct({ title: 'Lamp' })).variant
})
afterAll(() => t.close())
/** An order of 3 cups, all of which are picked. */
beforeEach(async () => {
  const order: Order = await orders.createOrderData({
    customer: { name: 'Ada' },
    lines: [{ variant: cup, quantity: 3 }],
  })
  id = order._id
  line = order.lines[0]?._id ?? ''
  const { body } = await t.call('owner', packerLinkApi.createPackerLink, {
    body: { ids: [id], name: 'Sunday shift', validHours: 24 },
  })
  token = body.data.token
  await pick(3)
})

const pick = (change: number) =>
  t.call(undefined, packingApi.pickItem, { body: { token, item: cup, change } })
async function editLines(lines: object[]): Promise<void> {
  const { version } = await orders.getOrder(id)
  const { status, body } = await t.call('owner', orderItemsApi.updateItems, {
    params: { id },
    body: { version, lines },
  })
  expect(status, JSON.stringify(body)).toBe(200)
}
const putBack = (quantity: number) =>
  t.call(undefined, packingApi.putBack, {
    body: { token, order: id, lines: [{ line, quantity }] },
  })
async function readState() {
  const { body } = await t.call(undefined, packingApi.openList, { body: { token } })
  const [order] = (body.data as PackingList).orders
  return {
    state: order?.state,
    picked: order?.lines.map(({ pickedQuantity, quantity }) => [pickedQuantity, quantity]),
    surplus: order?.surplus.map(({ title, quantity }) => [title, quantity]),
  }
}

test('units of a reduced line are to put back, and count again only while the packer has them', async () => {
  await editLines([{ line, quantity: 1 }])
  const reduced = { state: 'open', picked: [[1, 1]], surplus: [['Cup', 2]] }
  expect(await readState()).toEqual(reduced)
  await editLines([{ line, quantity: 3 }])
  expect(await readState()).toEqual({ state: 'open', picked: [[3, 3]], surplus: [] })
  await editLines([{ line, quantity: 1 }])
  expect((await putBack(2)).status).toBe(200)
  expect(await readState()).toEqual({ ...reduced, surplus: [] })
  // A repeated call changes nothing.
  expect((await putBack(2)).status).toBe(200)
  await editLines([{ line, quantity: 3 }])
  expect(await readState()).toEqual({ state: 'open', picked: [[1, 3]], surplus: [] })
})

test('units of a replaced line are named until they are put back', async () => {
  await editLines([{ variant: lamp, quantity: 3 }])
  expect(await readState()).toEqual({ state: 'open', picked: [[0, 3]], surplus: [['Cup', 3]] })
  await putBack(1)
  expect((await readState()).surplus).toEqual([['Cup', 2]])
  await putBack(1_000_000)
  expect(await readState()).toEqual({ state: 'open', picked: [[0, 3]], surplus: [] })
})

test('units that are taken back one by one are surplus units first', async () => {
  await editLines([{ line, quantity: 1 }])
  await pick(-1)
  expect(await readState()).toMatchObject({ picked: [[1, 1]], surplus: [['Cup', 1]] })
  await pick(-2)
  expect(await readState()).toMatchObject({ picked: [[0, 1]], surplus: [] })
  expect((await pick(-1)).body.code).toBe('pick_too_big')
  await pick(1)
  expect(await readState()).toMatchObject({ picked: [[1, 1]], surplus: [] })
})

test('surplus units stay when the order is packed', async () => {
  await editLines([{ line, quantity: 1 }])
  const packed = await t.call(undefined, packingApi.packOrder, {
    body: { token, order: id, lines: [{ line, quantity: 1 }] },
  })
  expect(packed.status).toBe(200)
  expect(await readState()).toEqual({ state: 'packed', picked: [], surplus: [['Cup', 2]] })
  await putBack(2)
  expect(await readState()).toEqual({ state: 'packed', picked: [], surplus: [] })
})

test('units of a canceled order that were put back are picked again when it is reopened', async () => {
  await orders.updateStatus(id, 'cancelled')
  expect(await readState()).toEqual({ state: 'blocked', picked: [], surplus: [['Cup', 3]] })
  await putBack(3)
  await orders.updateStatus(id, 'pending')
  expect(await readState()).toEqual({ state: 'open', picked: [[0, 3]], surplus: [] })
})
