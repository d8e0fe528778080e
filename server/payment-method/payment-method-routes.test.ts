import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentMethod, paymentMethodApi } from '#contract/payment-method.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const list = async (as: 'owner' | 'stranger' = 'owner'): Promise<PaymentMethod[]> =>
  (await t.call(as, paymentMethodApi.list)).body.data
const names = async () => (await list()).map(({ name }) => name)
const add = (body: object) => t.call('owner', paymentMethodApi.create, { body })
const update = (id: string, body: object) =>
  t.call('owner', paymentMethodApi.update, { params: { id }, body })

test('keeps what it is given; a new one comes last and is on', async () => {
  const transfer = {
    kind: 'bank_transfer',
    name: 'Bank transfer',
    instructions: 'To DE00 0000\nwith the order number',
    enabled: false,
  }
  const { status, body } = await add(transfer)
  expect([status, body.message]).toEqual([201, 'Payment method added'])
  expect(body.data).toMatchObject({ ...transfer, position: 0, version: 1 })
  expect(
    (await add({ kind: 'cash_on_delivery', name: 'Cash on delivery' })).body.data,
  ).toMatchObject({ enabled: true, instructions: '', position: 1 })
  expect(await names()).toEqual(['Bank transfer', 'Cash on delivery'])
  expect(await list('stranger')).toEqual([])
})

test('moves among the others, which close up behind it and behind a deleted one', async () => {
  await add({ kind: 'cash_at_pickup', name: 'Cash at pickup' })
  const [transfer] = await list()
  await update(transfer?._id ?? '', { position: 2 })
  expect(await names()).toEqual(['Cash on delivery', 'Cash at pickup', 'Bank transfer'])
  await update(transfer?._id ?? '', { position: 0 })
  expect(await names()).toEqual(['Bank transfer', 'Cash on delivery', 'Cash at pickup'])
  const [, second] = await list()
  await t.call('owner', paymentMethodApi.remove, { params: { id: second?._id ?? '' } })
  expect((await list()).map(({ name, position }) => [name, position])).toEqual([
    ['Bank transfer', 0],
    ['Cash at pickup', 1],
  ])
})

test('refusals change nothing', async () => {
  const [transfer] = await list()
  const id = transfer?._id ?? ''
  await update(id, { name: 'By bank' })
  const before = await t.changes()
  const refused = async (reply: ReturnType<typeof add>) => {
    const { status, body } = await reply
    return [status, body.errors?.[0].path ?? body.code]
  }
  expect(await refused(add({ kind: 'card', name: 'Card' }))).toEqual([422, 'kind'])
  expect(await refused(add({ kind: 'other', name: ' ' }))).toEqual([422, 'name'])
  expect(await refused(add({ kind: 'other', name: 'by BANK' }))).toEqual([409, 'name'])
  expect(await refused(update(id, { name: 'Stale', version: 1 }))).toEqual([
    409,
    'version_conflict',
  ])
  expect(await t.changes()).toBe(before)
})

test('twenty are the limit, also for many at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => add({ kind: 'other', name: `Way ${n}` })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(18)
  expect(new Set((await list()).map(({ position }) => position)).size).toBe(20)
})
