import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { orderUnpaidApi } from '#contract/order/order-unpaid.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Jar', price: 1950, stock: 50 },
  })
  variant = body.data.variants[0]._id
  for (const [kind, name] of [
    ['bank_transfer', 'Bank'],
    ['cash_on_delivery', 'Cash'],
  ])
    await t.call('owner', paymentMethodApi.create, {
      body: { kind, name, password: samplePassword },
    })
})
afterAll(() => t.close())

async function createOrder(paymentMethod: string): Promise<string> {
  const { body } = await t.call('owner', orderApi.create, {
    body: { lines: [{ variant, quantity: 1 }] },
  })
  await t.inStore(
    tx => tx`update "order" set payment_method = ${paymentMethod} where id = ${body.data._id}`,
  )
  return body.data._id
}
const countUnpaid = async (body: object) =>
  (await t.call('owner', orderUnpaidApi.countUnpaid, { body })).body.data?.count

test('counts selected orders that ship before a payment that is due', async () => {
  const [bank, other, cash, paid, canceled] = [
    await createOrder('Bank'),
    await createOrder(''),
    await createOrder('Cash'),
    await createOrder('Bank'),
    await createOrder('Bank'),
  ]
  await t.call('owner', orderApi.addPayment, {
    params: { id: paid },
    body: { amount: 1950, method: 'bank' },
  })
  await t.call('owner', orderApi.updateStatus, {
    params: { id: canceled },
    body: { status: 'cancelled', reason: 'customer' },
  })
  const before = await t.changes()
  expect(await countUnpaid({ ids: [bank, other, cash, paid, canceled] })).toBe(2)
  expect(await countUnpaid({ ids: [cash, paid] })).toBe(0)
  expect(await countUnpaid({ filter: {} })).toBe(2)
  expect(await countUnpaid({ filter: {}, excludedIds: [bank] })).toBe(1)
  expect(await countUnpaid({ filter: { paymentStatus: 'paid' } })).toBe(0)
  const reply = await t.call('stranger', orderUnpaidApi.countUnpaid, { body: { ids: [bank] } })
  expect(reply.body.data.count).toBe(0)
  const missing = await t.call('owner', orderUnpaidApi.countUnpaid, { body: {} })
  expect(missing.body.errors).toMatchObject([{ code: 'selection_missing' }])
  expect(await t.changes()).toBe(before)
})
