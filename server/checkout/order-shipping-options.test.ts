import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderShippingApi } from '#contract/order/order-shipping.ts'
import { productApi } from '#contract/product/product.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  variant = (await tester.createProduct({ price: 1000 })).variant
  await t.inStore(async tx => {
    await tx`delete from shipping_zone`
    await insertZone('Germany', 'DE', [
      createRate('Express', 'flat', 1500),
      createRate('Standard', 'flat', 500, 3000),
      createRate('Pick-up', 'pickup', 0),
    ])
    await insertZone('France', 'FR', [])

    function insertZone(name: string, country: string, rates: object[]) {
      const destinations = [{ country, regions: [], postalCodes: [] }]
      return tx`
        insert into shipping_zone (name, destinations, rates)
        values (${name}, ${tx.json(destinations)}, ${tx.json(rates as never)})`
    }
  })
})
afterAll(() => t.close())

const createRate = (name: string, kind: string, price: number, freeFrom: number | null = null) => ({
  _id: crypto.randomUUID(),
  name,
  kind,
  steps: [{ from: 0, price }],
  freeFrom,
  minDays: null,
  maxDays: null,
  enabled: true,
})
const listOptions = (body: object) =>
  t.call('owner', orderShippingApi.listShippingOptions, {
    body: { lines: [{ variant, quantity: 1 }], country: 'DE', ...body },
  })
const standard = (price: number) => ({ _id: expect.any(String), name: 'Standard', price })
const express = { _id: expect.any(String), name: 'Express', price: 1500 }

test('lists the rates of the zone, the cheapest first and without pick-up', async () => {
  const { status, body } = await listOptions({})
  expect(status).toBe(200)
  expect(body.data).toEqual({ requiresShipping: true, options: [standard(500), express] })
})

test('uses the prices that the seller changed, else those of the variants', async () => {
  const units = (unitPrice?: number) =>
    listOptions({ lines: [{ variant, quantity: 3, unitPrice }] })
  expect((await units()).body.data.options).toEqual([standard(0), express])
  expect((await units(999)).body.data.options).toEqual([standard(500), express])
})

test('has no options outside the zones and for goods without shipping', async () => {
  for (const country of ['FR', 'US'])
    expect((await listOptions({ country })).body.data).toEqual({
      requiresShipping: true,
      options: [],
    })
  const course = await tester.createProduct({ title: 'Course', requiresShipping: false })
  const reply = await listOptions({ lines: [{ variant: course.variant, quantity: 1 }] })
  expect(reply.body.data).toEqual({ requiresShipping: false, options: [] })
})

test('removes the included tax for customers without tax', async () => {
  await t.inStore(async tx => {
    await tx`update store set default_tax_rate = 25, tax_included = true`
    await tx`insert into customer (name, tax_exempt) values ('Embassy', true)`
  })
  const [customer] = await t.inStore(
    tx => tx<{ id: string }[]>`select id from customer where name = 'Embassy'`,
  )
  expect((await listOptions({ customer: customer?.id })).body.data.options).toEqual([
    standard(400),
    { ...express, price: 1200 },
  ])
  expect((await listOptions({})).body.data.options[0]).toEqual(standard(500))
  await t.inStore(tx => tx`update store set default_tax_rate = 0, tax_included = false`)
})

test.each([
  ['no lines', { lines: [] }, 'lines'],
  ['no units', { quantity: 0 }, 'lines.0.quantity'],
  ['fewer than no units', { quantity: -1 }, 'lines.0.quantity'],
  ['half a unit', { quantity: 0.5 }, 'lines.0.quantity'],
  ['too many units', { quantity: 2 ** 31 }, 'lines.0.quantity'],
  ['a price below zero', { quantity: 1, unitPrice: -1 }, 'lines.0.unitPrice'],
  ['no country', { country: '' }, 'country'],
])('rejects %s', async (_name, input, path) => {
  const body = 'quantity' in input ? { lines: [{ variant, ...input }] } : input
  expect(await listOptions(body)).toMatchObject({
    status: 422,
    body: { code: 'invalid', errors: [{ path }] },
  })
})

test('ignores products that were deleted and variants of other stores', async () => {
  const vase = await tester.createProduct({ title: 'Vase' })
  await t.call('owner', productApi.delete, { params: { id: vase.product } })
  const lines = [{ variant: vase.variant, quantity: 1 }]
  expect((await listOptions({ lines })).body.data).toEqual({ requiresShipping: false, options: [] })
})
