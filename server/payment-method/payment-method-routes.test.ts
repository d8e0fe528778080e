import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PaymentMethod, paymentMethodApi } from '#contract/payment/payment-method.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
beforeEach(() => t.resetPeople())

const listMethods = async (as: 'owner' | 'stranger' = 'owner'): Promise<PaymentMethod[]> =>
  (await t.call(as, paymentMethodApi.list)).body.data
const listNames = async () => (await listMethods()).map(({ name }) => name)
const createMethod = (body: object) =>
  t.call('owner', paymentMethodApi.create, { body: { password: samplePassword, ...body } })
const updateMethod = (id: string, body: object) =>
  t.call('owner', paymentMethodApi.update, {
    params: { id },
    body: { password: samplePassword, ...body },
  })

test('stores all fields; a new method is last and enabled', async () => {
  const transfer = {
    kind: 'bank_transfer',
    name: 'Bank transfer',
    instructions: 'To DE00 0000\nwith the order number',
    enabled: false,
  }
  const { status, body } = await createMethod(transfer)
  expect([status, body.message]).toEqual([201, 'Payment method added'])
  expect(body.data).toMatchObject({ ...transfer, position: 0, version: 1 })
  expect(
    (await createMethod({ kind: 'cash_on_delivery', name: 'Cash on delivery' })).body.data,
  ).toMatchObject({ enabled: true, instructions: '', position: 1 })
  expect(await listNames()).toEqual(['Bank transfer', 'Cash on delivery'])
  expect(await listMethods('stranger')).toEqual([])
})

const createThreeMethods = async () => {
  await createMethod({ kind: 'bank_transfer', name: 'Bank transfer' })
  await createMethod({ kind: 'cash_on_delivery', name: 'Cash on delivery' })
  await createMethod({ kind: 'cash_at_pickup', name: 'Cash at pickup' })
}

test('closes the gap after a move and after a deletion', async () => {
  await createThreeMethods()
  const [transfer] = await listMethods()
  await updateMethod(transfer?._id ?? '', { position: 2 })
  expect(await listNames()).toEqual(['Cash on delivery', 'Cash at pickup', 'Bank transfer'])
  await updateMethod(transfer?._id ?? '', { position: 0 })
  expect(await listNames()).toEqual(['Bank transfer', 'Cash on delivery', 'Cash at pickup'])
  const [, second] = await listMethods()
  await t.call('owner', paymentMethodApi.delete, { params: { id: second?._id ?? '' } })
  expect((await listMethods()).map(({ name, position }) => [name, position])).toEqual([
    ['Bank transfer', 0],
    ['Cash at pickup', 1],
  ])
})

test('rejects invalid requests without writing anything', async () => {
  await createThreeMethods()
  const [transfer] = await listMethods()
  const id = transfer?._id ?? ''
  await updateMethod(id, { name: 'By bank' })
  const before = await t.changes()
  const getRejection = async (pendingReply: ReturnType<typeof createMethod>) => {
    const { status, body } = await pendingReply
    return [status, body.errors?.[0].path ?? body.code]
  }
  expect(await getRejection(createMethod({ kind: 'card', name: 'Card' }))).toEqual([422, 'kind'])
  expect(await getRejection(createMethod({ kind: 'other', name: ' ' }))).toEqual([422, 'name'])
  expect(await getRejection(createMethod({ kind: 'other', name: 'by BANK' }))).toEqual([
    409,
    'name',
  ])
  expect(await getRejection(updateMethod(id, { name: 'Stale', version: 1 }))).toEqual([
    409,
    'version_conflict',
  ])
  expect(await t.changes()).toBe(before)
})

test('accepts at most twenty methods, also from concurrent calls', async () => {
  await createMethod({ kind: 'bank_transfer', name: 'Bank transfer' })
  await createMethod({ kind: 'cash_at_pickup', name: 'Cash at pickup' })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => createMethod({ kind: 'other', name: `Way ${n}` })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(18)
  expect(new Set((await listMethods()).map(({ position }) => position)).size).toBe(20)
})
