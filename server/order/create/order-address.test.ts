import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { type Order, orderApi } from '#contract/order/order.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  variant = (await tester.createProduct()).variant
})
afterAll(() => t.close())

const createOrder = (shippingAddress: object) =>
  tester.createOrder({ lines: [{ variant, quantity: 1 }], shippingAddress })
const updateOrder = (id: string, body: object) =>
  t.call('owner', orderApi.update, { params: { id }, body })
const countCustomers = async () =>
  (await t.inStore(tx => tx<{ count: number }[]>`select count(*)::integer from customer`))[0]?.count

test.each([
  [{ line1: '1 Mill Lane' }, ['city', 'country']],
  [{ ...exampleAddress, postalCode: '' }, ['postalCode']],
  [{ city: 'Doha', country: 'QA' }, ['line1']],
])(
  'rejects the shipping address %j with an error for each missing part',
  async (address, parts) => {
    const { status, body } = await createOrder(address)
    expect(status).toBe(422)
    expect(body.errors).toEqual(
      expect.arrayContaining(
        parts.map(part =>
          expect.objectContaining({ path: `shippingAddress.${part}`, code: 'required' }),
        ),
      ),
    )
    expect(body.errors).toHaveLength(parts.length)
  },
)

test('accepts an address without a postal code where the country has none', async () => {
  const address = { line1: 'Corniche 1', city: 'Doha', country: 'QA' }
  expect((await createOrder(address)).status).toBe(201)
})

test('an order is shipped only after its shipping address was added', async () => {
  const order: Order = (await createOrder({ name: 'Ada Byron' })).body.data
  expect(await tester.updateStatus(order._id, 'shipped')).toMatchObject({
    status: 409,
    body: { code: 'shipping_address_missing' },
  })
  const { body } = await updateOrder(order._id, { shippingAddress: exampleAddress })
  expect(body.data.timeline.at(-1)).toMatchObject({
    type: 'edited',
    data: { fields: ['shippingAddress'] },
  })
  expect((await tester.updateStatus(order._id, 'shipped')).status).toBe(200)
})

test('an order for pickup needs no address', async () => {
  const { body } = await tester.createOrder({
    lines: [{ variant, quantity: 1 }],
    shippingAddress: {},
    source: 'pos',
  })
  expect((await tester.updateStatus(body.data._id, 'shipped')).status).toBe(200)
})

test('a customer is added to an order and counted once', async () => {
  const order: Order = (await createOrder(exampleAddress)).body.data
  expect(order.customer._id).toBeNull()
  const customer = { name: 'Grace', email: 'grace@example.com' }
  const before = await countCustomers()
  const { body } = await updateOrder(order._id, { customer })
  expect(body.data).toMatchObject({ customer, version: 2 })
  expect(body.data.timeline.at(-1)).toMatchObject({
    type: 'edited',
    data: { fields: ['customer'] },
  })
  expect(await countCustomers()).toBe((before ?? 0) + 1)
  const [row] = await t.inStore(
    tx => tx<{ orderCount: number }[]>`
      select order_count from customer where id = ${body.data.customer._id}`,
  )
  expect(row?.orderCount).toBe(1)
  expect((await updateOrder(order._id, { customer: body.data.customer })).status).toBe(200)

  const other: Order = (await createOrder(exampleAddress)).body.data
  const added = await updateOrder(other._id, { customer: { email: 'grace@example.com' } })
  expect(added.body.data.customer).toMatchObject({ ...customer, _id: body.data.customer._id })
  expect(await countCustomers()).toBe((before ?? 0) + 1)
})

test('an order moves to another customer with its sales', async () => {
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 3, unitPrice: 700 }],
    customer: { name: 'Ada', email: 'ada@example.com', phone: '+44 20 7946 0001' },
  })
  const { body: other } = await t.call('owner', customerApi.create, {
    body: { name: 'Joan', email: 'joan@example.com', company: 'Joan Ltd' },
  })
  const getTotals = (id: string | null) =>
    t.inStore(async tx => [
      ...(await tx<{ orderCount: number; totalSpent: number }[]>`
        select order_count, total_spent::integer as total_spent from customer where id = ${id}`),
    ])
  expect(await getTotals(order.customer._id)).toEqual([{ orderCount: 1, totalSpent: 2100 }])

  const before = await t.changes()
  for (const customer of [{}, { name: '', email: '', phone: '' }])
    expect((await updateOrder(order._id, { customer })).body).toMatchObject({
      code: 'order_customer_empty',
      errors: [{ path: 'customer.name' }],
    })
  expect(await t.changes()).toBe(before)
  const customer = { _id: other.data._id }
  const { body } = await updateOrder(order._id, { customer, version: order.version })
  expect(body.data).toMatchObject({
    customer: {
      ...customer,
      name: 'Joan',
      email: 'joan@example.com',
      phone: '',
      company: 'Joan Ltd',
    },
    version: order.version + 1,
  })
  expect(await getTotals(order.customer._id)).toEqual([{ orderCount: 0, totalSpent: 0 }])
  expect(await getTotals(customer._id)).toEqual([{ orderCount: 1, totalSpent: 2100 }])
  expect(await updateOrder(order._id, { customer, version: order.version })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
})

test('two customers swap many orders at once without a deadlock', async () => {
  const customers = [{ email: 'swap1@example.com' }, { email: 'swap2@example.com' }]
  const orders = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      tester.createOrderData({ lines: [{ variant, quantity: 1 }], customer: customers[n % 2] }),
    ),
  )
  const replies = await Promise.all(
    orders.map(({ _id }, n) => updateOrder(_id, { customer: { ...customers[(n + 1) % 2] } })),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await t.inStore(
    tx => tx<{ orderCount: number }[]>`
      select order_count from customer where email like 'swap%'`,
  )
  expect(rows.map(({ orderCount }) => orderCount)).toEqual([8, 8])
})

test('a refund above the paid amount names the amount', async () => {
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 1, unitPrice: 1950 }] })
  const pay = { params: { id: order._id }, body: { amount: 1950, method: 'cash' } }
  expect((await t.call('owner', orderApi.addPayment, pay)).status).toBe(201)
  const { body } = await t.call('owner', orderApi.addRefund, {
    params: { id: order._id },
    body: { amount: 1951, method: 'cash' },
  })
  expect(body.errors[0]).toMatchObject({
    path: 'amount',
    message: 'You can refund at most 19.50 USD. Enter a smaller amount.',
  })
})
