import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { discountApi } from '#contract/product/discount.ts'
import { storeApi } from '#contract/store/store.ts'
import { taxApi } from '#contract/store/tax.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  await setStore({ taxIncluded: true })
  const { body } = await t.call('owner', taxApi.create, {
    body: {
      name: 'Pots',
      rates: [
        { country: 'DE', rate: 19 },
        { country: 'FR', rate: 20 },
        { country: 'US', rate: 0 },
        { country: 'US', region: 'California', rate: 7.25 },
      ],
    },
  })
  const taxClass = body.data._id
  variant = (await tester.createProduct({ price: 11_900, taxClass })).variant
})
afterAll(() => t.close())

const setStore = (data: object) =>
  t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: {
        address: { country: 'DE' },
        vatId: 'DE136695976',
        defaultTaxRate: 19,
        euTaxRule: 'destination',
        ...data,
      },
    },
  })
const update = (id: string, body: object) =>
  t.call('owner', orderApi.update, { params: { id }, body })
const getOrder = async (id: string): Promise<Order> =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data
const home = { line1: 'Quay 4', city: 'Hamburg', postalCode: '20457', country: 'DE' }
const paris = { line1: '1 rue', city: 'Paris', postalCode: '75001', country: 'FR' }
const createOrder = (changes: object = {}) =>
  tester.createOrderData({
    lines: [{ variant, quantity: 2 }],
    shippingAddress: home,
    shippingTotal: 595,
    ...changes,
  })
const expectExact = ({ lines, shippingTotal, shippingTax, taxTotal, total, ...order }: Order) => {
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
  const addedTax = order.taxIncluded ? 0 : shippingTax
  expect(sum(lines.map(line => line.total)) + shippingTotal + addedTax).toBe(total)
  expect(sum(lines.map(line => line.tax)) + shippingTax).toBe(taxTotal)
}

test('taxes follow the address of an unpaid order, and prices with tax stay', async () => {
  const order = await createOrder()
  expect(order).toMatchObject({ lines: [{ taxRate: 19, tax: 3800 }], total: 24_395 })
  const { body } = await update(order._id, { shippingAddress: paris })
  expect(body.data).toMatchObject({
    lines: [{ unitPrice: 11_900, taxRate: 20, tax: 3967 }],
    shippingTaxRate: 20,
    total: 24_395,
    version: order.version + 1,
  })
  expectExact(body.data)
  expect(body.data.timeline.slice(-2)).toMatchObject([
    { type: 'taxes_changed', data: { amount: 24_395 } },
    { type: 'edited' },
  ])
  const street = await update(order._id, { shippingAddress: { ...paris, line1: '2 rue' } })
  expect(street.body.data.timeline.at(-1)).toMatchObject({ type: 'edited' })
})

test('taxes on top follow the region, by its code as by its name', async () => {
  await setStore({ taxIncluded: false })
  const address = { line1: '1 Main', city: 'LA', postalCode: '90001', country: 'US' }
  const order = await createOrder({ isDraft: true, shippingAddress: { ...address, region: 'NY' } })
  expect(order).toMatchObject({ status: 'draft', total: 24_395 })
  const { body } = await update(order._id, { shippingAddress: { ...address, region: 'CA' } })
  expect(body.data).toMatchObject({ lines: [{ taxRate: 7.25 }], taxTotal: 1769, total: 26_164 })
  expectExact(body.data)
  await setStore({ taxIncluded: true })
})

test('an address with the same taxes today keeps the taxes of an earlier rate', async () => {
  await setStore({ taxIncluded: false })
  const order = await createOrder()
  await t.inStore(async tx => {
    await tx`update order_line set tax_rate = 16 where order_id = ${order._id}`
  })
  const address = { ...home, line1: 'Quay 5', region: 'Hamburg' }
  const { body } = await update(order._id, { shippingAddress: address })
  expect(body.data).toMatchObject({ shippingAddress: address, lines: [{ taxRate: 16 }] })
  expect(body.data).toMatchObject({ total: order.total, taxTotal: order.taxTotal })
  await setStore({ taxIncluded: true })
})

test('an exempt customer takes the tax out of prices and discounts, and back', async () => {
  await t.call('owner', discountApi.create, {
    body: { name: 'Sale', percentage: 10, combinesWith: ['shipping', 'order'] },
  })
  await t.call('owner', discountApi.create, {
    body: { name: 'Free', kind: 'free_shipping', combinesWith: ['product', 'order'] },
  })
  const order = await createOrder({
    lines: [{ variant, quantity: 2, discount: 1190 }],
    discountTotal: 595,
    automaticDiscounts: true,
  })
  expect(order).toMatchObject({ shippingTotal: 0, discounts: [{ amount: 2261 }, { amount: 595 }] })
  const museum = await t.call('owner', customerApi.create, {
    body: { name: 'Museum', email: 'museum@example.com', taxExempt: true },
  })
  const exempt = await update(order._id, { customer: { _id: museum.body.data._id } })
  expect(exempt.body.data).toMatchObject({
    taxExemption: 'exempt',
    taxTotal: 0,
    lines: [{ unitPrice: 10_000, enteredDiscount: 1000, taxRate: 0 }],
    enteredDiscount: 500,
    discounts: [{ amount: 1900 }, { amount: 500 }],
    total: 20_000 - 1000 - 500 - 1900,
  })
  expectExact(exempt.body.data)
  const back = await update(order._id, { customer: { name: 'Ada', email: 'ada@example.com' } })
  const { lines, discounts, total, taxTotal, taxExemption, enteredDiscount } = order
  expect(back.body.data).toMatchObject({
    ...{ discounts, total, taxTotal, taxExemption, enteredDiscount },
    lines: lines.map(({ unitPrice, discount, tax }) => ({ unitPrice, discount, tax })),
  })
})

test('a VAT ID that is added later moves the tax to the company', async () => {
  const order = await createOrder({ shippingAddress: paris })
  const customer = { name: 'Pots', company: 'Pots SARL', vatId: 'FR40303265045' }
  const { body } = await update(order._id, { customer })
  expect(body.data).toMatchObject({ taxExemption: 'reverse_charge', taxTotal: 0, total: 20_500 })
})

test('the total of a paid order stays, and that of an order that is being paid is protected', async () => {
  const paid = await createOrder({ paidWith: 'cash' })
  const { body } = await update(paid._id, { shippingAddress: paris })
  expect(body.data).toMatchObject({ taxTotal: paid.taxTotal, shippingAddress: paris })

  const order = await createOrder()
  await t.inStore(
    tx => tx`
      insert into payment_session (order_id, provider, amount, currency, expires_at, check_at)
      values (${order._id}, 'stripe', 24395, 'USD', now() + interval '1 hour', now())`,
  )
  const before = await getOrder(order._id)
  expect((await update(order._id, { shippingAddress: paris })).body.code).toBe(
    'order_items_being_paid',
  )
  expect(await getOrder(order._id)).toEqual(before)
})
