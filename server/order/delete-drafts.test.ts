import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { orderHintApi } from '#contract/order/order-hint.ts'
import type { Tx } from '../lib/db/db.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  variant = (await tester.createProduct()).variant
})
afterAll(() => t.close())

const createOrder = (isDraft = true) =>
  tester.createOrderData({ isDraft, lines: [{ variant, quantity: 2 }] })
const deleteDraft = (id: string, as: 'owner' | 'stranger' = 'owner') =>
  t.call(as, orderArchiveApi.deleteDraft, { params: { id } })
const getStatus = async (id: string) =>
  (await t.call('owner', orderApi.get, { params: { id } })).status
const countStock = async () =>
  (
    await t.inStore(tx => tx<{ stock: number }[]>`select stock from variant where id = ${variant}`)
  )[0]?.stock

test('a draft is deleted with its lines, and stock stays', async () => {
  const { _id } = await createOrder()
  const stock = await countStock()
  expect((await deleteDraft(_id)).status).toBe(200)
  expect(await getStatus(_id)).toBe(404)
  expect(await t.inStore(tx => tx`select from order_line where order_id = ${_id}`)).toHaveLength(0)
  expect(await countStock()).toBe(stock)
  expect((await deleteDraft(_id)).body.code).toBe('order_not_found')
})

test('placed orders, drafts with a payment and those of other stores are refused', async () => {
  const placed = await createOrder(false)
  const paid = await createOrder()
  await t.inStore(
    tx => tx`
      insert into payment (order_id, kind, method, amount) values (${paid._id}, 'payment', 'cash', 1)`,
  )
  const foreign = await createOrder()
  const before = await t.changes()
  expect((await deleteDraft(placed._id)).body.code).toBe('order_not_draft')
  expect((await deleteDraft(paid._id)).body.code).toBe('draft_in_use')
  expect((await deleteDraft(foreign._id, 'stranger')).status).toBe(404)
  expect(await t.changes()).toBe(before)
})

test('several drafts are deleted with a result for each order', async () => {
  const [first, placed, second] = [
    await createOrder(),
    await createOrder(false),
    await createOrder(),
  ]
  const { body } = await t.call('owner', orderArchiveApi.bulkDeleteDrafts, {
    body: { ids: [first._id, placed._id, second._id] },
  })
  expect(body.data).toMatchObject({
    done: 2,
    failed: 1,
    results: [
      { _id: first._id, ok: true },
      { _id: placed._id, ok: false, code: 'order_not_draft' },
      { _id: second._id, ok: true },
    ],
  })
  expect(await Promise.all([first, placed, second].map(({ _id }) => getStatus(_id)))).toEqual([
    404, 200, 404,
  ])
})

test('drafts without a change for a year are deleted, unless they have a payment', async () => {
  const [expired, paid, recent, placed] = [
    await createOrder(),
    await createOrder(),
    await createOrder(),
    await createOrder(false),
  ]
  const setAge = (id: string, days: number) =>
    t.inStore(
      tx => tx`update "order" set updated_at = now() - ${days} * interval '1 day' where id = ${id}`,
    )
  await t.inStore(
    tx => tx`
      insert into payment (order_id, kind, method, amount) values (${paid._id}, 'payment', 'cash', 1)`,
  )
  for (const { _id } of [expired, paid, placed]) await setAge(_id, 366)
  await setAge(recent._id, 364)
  const getExpiry = async ({ _id: id }: Order): Promise<string | null> =>
    (await t.call('owner', orderHintApi.getHints, { params: { id } })).body.data.draftExpiresAt
  const hoursLeft = (Date.parse((await getExpiry(recent)) ?? '') - Date.now()) / 3_600_000
  expect(hoursLeft).toBeGreaterThan(22)
  expect(hoursLeft).toBeLessThan(26)
  expect([await getExpiry(paid), await getExpiry(placed)]).toEqual([null, null])
  await t.runJob('order.deleteExpiredDrafts')
  expect(await getStatus(expired._id)).toBe(404)
  for (const { _id } of [paid, placed, recent]) expect(await getStatus(_id)).toBe(200)
})

test('an old draft that is being saved is not deleted', async () => {
  const draft = await createOrder()
  const save = (days: number) => (tx: Tx) =>
    tx`update "order" set updated_at = now() - ${days} * interval '1 day' where id = ${draft._id}`
  await t.inStore(save(366))
  let deletion: Promise<unknown> | undefined
  await t.inStore(async tx => {
    await save(0)(tx)
    deletion = t.runJob('order.deleteExpiredDrafts')
    await Promise.race([deletion, setTimeout(1000)])
  })
  await deletion
  expect(await getStatus(draft._id)).toBe(200)
})
