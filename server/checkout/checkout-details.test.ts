import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())

const getOrder = async (id: string) =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data

const countOrders = async () => (await t.call('owner', orderApi.list, {})).body.data.total

const billing = {
  billing: 'other',
  billingName: 'Verne GmbH',
  billingCountry: 'NL',
  billingLine1: 'Gracht 1',
  billingPostalCode: '1012ab',
  billingCity: 'Amsterdam',
}

test('an order has a billing address of its own, in any country', async () => {
  const { id, path, shopper } = await placeTestOrder(t, billing)
  const { shippingAddress, billingAddress } = await getOrder(id)
  expect(shippingAddress).toMatchObject({ name: 'Ada Verne', line1: 'Quay 4', country: 'DE' })
  expect(billingAddress).toMatchObject({
    name: 'Verne GmbH',
    line1: 'Gracht 1',
    postalCode: '1012 AB',
    city: 'Amsterdam',
    country: 'NL',
  })
  expect((await shopper.open(path)).body).toContain('Gracht 1')
})

test('without the checkbox the address of the delivery is billed', async () => {
  const { billing: _, ...fields } = billing
  const { id } = await placeTestOrder(t, fields)
  expect((await getOrder(id)).billingAddress).toMatchObject({ name: 'Ada Verne', line1: 'Quay 4' })
})

test('an incomplete billing address places no order', async () => {
  const before = await countOrders()
  const changes = { ...billing, billingCity: '', billingPostalCode: 'x' }
  await expect(placeTestOrder(t, changes)).rejects.toThrow(/error-billingCity/)
  expect(await countOrders()).toBe(before)
})
