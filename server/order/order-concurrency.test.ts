import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { discountApi } from '#contract/product/discount.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { type Reply, startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const runConcurrently = (count: number, action: (n: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, n) => action(n)))
const countStatuses = (replies: Reply[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(replies, reply => reply.status)).map(([status, group]) => [
      status,
      group?.length,
    ]),
  )

test('sells exactly 50 units to 200 concurrent orders', async () => {
  const pot = await tester.createProduct({ stock: 50 })
  const replies = await runConcurrently(200, () =>
    tester.createOrder({ lines: [{ variant: pot.variant, quantity: 1 }] }),
  )
  expect(countStatuses(replies)).toEqual({ 201: 50, 409: 150 })
  const rejections = replies.filter(({ status }) => status === 409)
  expect(new Set(rejections.map(({ body }) => body.code))).toEqual(new Set(['insufficient_stock']))
  expect(await tester.getStock(pot.variant)).toBe(0)
  const movements = await tester.listStockMovements(pot.variant)
  expect(movements).toHaveLength(51)
  expect(movements.reduce((sum, movement) => sum + movement.delta, 0)).toBe(0)
  const [product] = await t.inStore(
    tx => tx<{ stock: number }[]>`select stock from product where id = ${pot.product}`,
  )
  expect(product?.stock).toBe(0)
})

test('numbers 200 concurrent orders without gaps, despite rejected orders', async () => {
  const pot = await tester.createProduct({ stock: 1_000_000 })
  const soldOutProduct = await tester.createProduct({ stock: 0 })
  const [replies] = await Promise.all([
    runConcurrently(200, n =>
      tester.createOrder({
        lines: [{ variant: pot.variant, quantity: 1 }],
        customer: { email: `buyer${n % 7}@example.com` },
      }),
    ),
    runConcurrently(40, n =>
      tester.createOrder({
        lines: [
          {
            variant: n % 2 ? soldOutProduct.variant : pot.variant,
            quantity: 1,
            discount: 9_999_999,
          },
        ],
      }),
    ),
  ])
  expect(countStatuses(replies)).toEqual({ 201: 200 })
  const numbers = replies
    .map(reply => Number(reply.body.data.number.slice(1)))
    .toSorted((a, b) => a - b)
  expect(numbers.map(n => n - (numbers[0] ?? 0))).toEqual(Array.from({ length: 200 }, (_, n) => n))
  const [customerCount] = await t.inStore(
    tx => tx<{ buyers: number; orders: number; spent: number }[]>`
    select count(*)::integer as buyers, sum(order_count)::integer as orders,
      sum(total_spent)::bigint as spent
    from customer where email like 'buyer%'`,
  )
  expect(customerCount).toEqual({ buyers: 7, orders: 200, spent: 200_000 })
})

test('numbers concurrent orders without gaps when others fail after they took a number', async () => {
  const pot = await tester.createProduct({ stock: 1_000_000 })
  await t.sql`
    create function fail_on_note() returns trigger language plpgsql as $$
    begin
      if new.note = tg_argv[0] then raise serialization_failure; end if;
      return null;
    end $$`
  await t.sql`
    create trigger fail_at_once after insert on "order" for each row
    execute function fail_on_note('fails at once')`
  await t.sql`
    create constraint trigger fail_at_commit after insert on "order" deferrable initially deferred
    for each row execute function fail_on_note('fails at commit')`
  const notes = ['', 'fails at once', '', 'fails at commit']
  const replies = await runConcurrently(200, n =>
    tester.createOrder(
      { lines: [{ variant: pot.variant, quantity: 1 }], note: notes[n % 4] },
      n % 8 < 4 ? {} : { 'idempotency-key': `order ${n}` },
    ),
  )
  await t.sql`drop function fail_on_note cascade`
  expect(countStatuses(replies)).toEqual({ 201: 100, 503: 100 })
  const numbers = replies
    .filter(reply => reply.status === 201)
    .map(reply => Number(reply.body.data.number.slice(1)))
    .toSorted((a, b) => a - b)
  expect(numbers.map(n => n - (numbers[0] ?? 0))).toEqual(Array.from({ length: 100 }, (_, n) => n))
  const next = await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }] })
  expect(next.number).toBe(`#${(numbers.at(-1) ?? 0) + 1}`)
  expect(await tester.getStock(pot.variant)).toBe(1_000_000 - 101)
})

test('does not deadlock on orders of the same variants in opposite order', async () => {
  const [cup, pot] = await Promise.all([
    tester.createProduct({ stock: 10_000 }),
    tester.createProduct({ stock: 10_000 }),
  ])
  const lines = [
    { variant: cup.variant, quantity: 1 },
    { variant: pot.variant, quantity: 1 },
  ]
  const replies = await runConcurrently(200, n =>
    tester.createOrder({ lines: n % 2 ? lines : lines.toReversed() }),
  )
  expect(countStatuses(replies)).toEqual({ 201: 200 })
  expect([await tester.getStock(cup.variant), await tester.getStock(pot.variant)]).toEqual([
    9_800, 9_800,
  ])
})

test('does not deadlock on orders and bulk cancellations of the same products', async () => {
  const sizes = {
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { options: ['S'], stock: 1000 },
      { options: ['M'], stock: 1000 },
    ],
  }
  const [shirt, hat] = await Promise.all([tester.createProduct(sizes), tester.createProduct(sizes)])
  const variants = (
    await t.inStore(
      tx =>
        tx<{ id: string }[]>`
          select id from variant where product_id in (${shirt.product}, ${hat.product})
          order by random()`,
    )
  ).map(row => row.id)
  const createLines = (n: number) =>
    [variants[n % 4], variants[(n + 1 + (n % 3)) % 4]].map(variant => ({ variant, quantity: 1 }))
  const first = await runConcurrently(40, n =>
    tester.createOrder({ lines: createLines(n), customer: { email: `c${n % 3}@example.com` } }),
  )
  const ids = first.map(reply => reply.body.data._id)
  const replies = await Promise.all([
    runConcurrently(40, n =>
      tester.createOrder({
        lines: createLines(n + 1),
        customer: { email: `c${n % 3}@example.com` },
      }),
    ),
    runConcurrently(8, n =>
      t.call('owner', orderApi.bulkUpdateStatus, {
        body: {
          ids: ids.slice(n * 5, n * 5 + 5).toReversed(),
          status: 'cancelled',
          reason: 'stock',
        },
      }),
    ),
  ])
  expect(countStatuses(replies.flat())).toEqual({ 201: 40, 200: 8 })
  const [sum] = await t.inStore(
    tx =>
      tx<
        { stock: number }[]
      >`select sum(stock)::integer as stock from variant where id = any (${variants}::uuid[])`,
  )
  expect(sum?.stock).toBe(4000 - 80)
})

test('does not deadlock on orders with a discount and cancellations of such orders', async () => {
  const { variant } = await tester.createProduct({ stock: 1000 })
  const { body: discount } = await t.call('owner', discountApi.create, {
    body: { name: 'Spring sale', percentage: 10 },
  })
  const createDiscounted = () =>
    tester.createOrder({ lines: [{ variant, quantity: 1 }], automaticDiscounts: true })
  const ids = (await runConcurrently(40, createDiscounted)).map(({ body }) => body.data._id)
  const cancel = (reason: string) => (n: number) =>
    tester.updateStatus(ids[n], 'cancelled', { reason })
  const replies = await Promise.all([
    runConcurrently(40, createDiscounted),
    runConcurrently(20, cancel('stock')),
    t.call('owner', orderApi.bulkUpdateStatus, {
      body: { ids: ids.slice(20).toReversed(), status: 'cancelled', reason: 'stock' },
    }),
  ])
  expect(countStatuses(replies.flat())).toEqual({ 201: 40, 200: 21 })
  const { body } = await t.call('owner', discountApi.get, { params: { id: discount.data._id } })
  expect([await tester.getStock(variant), body.data.usedCount]).toEqual([960, 40])
  await t.call('owner', discountApi.delete, { params: { id: discount.data._id } })
})

test('fulfills each order once when two people fulfill the same orders at once', async () => {
  const pot = await tester.createProduct({ stock: 1000 })
  const cup = await tester.createProduct({ stock: 1000 })
  const created = await runConcurrently(40, () =>
    tester.createOrder({
      lines: [
        { variant: pot.variant, quantity: 2 },
        { variant: cup.variant, quantity: 1 },
      ],
    }),
  )
  const ids: string[] = created.map(reply => reply.body.data._id)
  const send = (
    route: typeof orderApi.bulkUpdateStatus | typeof orderApi.bulkAddPayment,
    body: object,
  ) => t.call('owner', route, { body })
  const replies = await Promise.all([
    send(orderApi.bulkUpdateStatus, { ids, status: 'shipped' }),
    send(orderApi.bulkUpdateStatus, { ids: ids.toReversed(), status: 'shipped' }),
    send(orderApi.bulkUpdateStatus, {
      filter: { product: pot.product },
      expectedCount: 40,
      status: 'shipped',
    }),
    send(orderApi.bulkAddPayment, { ids, method: 'cash' }),
    send(orderApi.bulkAddPayment, { ids: ids.toReversed(), method: 'cash' }),
    ...ids.slice(0, 10).map(id => tester.updateStatus(id, 'shipped')),
  ])
  expect(countStatuses(replies)).toEqual({ 200: replies.length })
  const payments = replies.slice(3, 5).map(({ body }) => body.data.done - body.data.unchanged)
  expect(payments.toSorted((a, b) => a - b)).toEqual([0, 40])
  for (const id of ids) {
    const order = await tester.getOrder(id)
    expect(order).toMatchObject({ status: 'shipped', fulfillmentStatus: 'fulfilled', balance: 0 })
    expect(order.fulfillments.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([
      [2, 1],
    ])
    expect(order.lines.map(line => line.fulfilledQuantity)).toEqual([2, 1])
    expect(order.payments).toHaveLength(1)
    expect(order.timeline.filter(({ type }) => type === 'status_changed')).toHaveLength(1)
  }
  expect([await tester.getStock(pot.variant), await tester.getStock(cup.variant)]).toEqual([
    920, 960,
  ])
})

test('creates one order for 32 concurrent requests with one idempotency key', async () => {
  const pot = await tester.createProduct({ stock: 100 })
  const key = crypto.randomUUID()
  const body = { lines: [{ variant: pot.variant, quantity: 1 }] }
  const replies = await runConcurrently(32, () =>
    tester.createOrder(body, { 'idempotency-key': key }),
  )
  expect(countStatuses(replies)).toEqual({ 201: 32 })
  expect(new Set(replies.map(reply => JSON.stringify(reply.body.data))).size).toBe(1)
  expect(await tester.getStock(pot.variant)).toBe(99)
  expect(
    await tester.createOrder(
      { lines: [{ variant: pot.variant, quantity: 2 }] },
      { 'idempotency-key': key },
    ),
  ).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } })
})

test('accepts the idempotency key of a rejected request again', async () => {
  const pot = await tester.createProduct({ stock: 0 })
  const send = () =>
    tester.createOrder(
      { lines: [{ variant: pot.variant, quantity: 1 }] },
      { 'idempotency-key': 'again' },
    )
  expect((await send()).status).toBe(409)
  await t.inStore(tx => tx`update variant set stock = 1 where id = ${pot.variant}`)
  expect((await send()).status).toBe(201)
})

test('rejects the second of two concurrent changes from one version', async () => {
  const pot = await tester.createProduct()
  for (const pair of [
    ['confirmed', 'cancelled'],
    ['shipped', 'on_hold'],
    ['ready', 'ready'],
  ]) {
    const order = await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }] })
    const replies = await Promise.all(
      pair.map(status => tester.updateStatus(order._id, status, { version: order.version })),
    )
    expect(countStatuses(replies)).toEqual({ 200: 1, 409: 1 })
    expect(replies.find(reply => reply.status === 409)?.body).toMatchObject({
      code: 'version_conflict',
      data: { version: 2, status: replies.find(reply => reply.status === 200)?.body.data.status },
    })
  }
})

test('restores stock and refunds money once for 32 concurrent calls', async () => {
  const pot = await tester.createProduct({ stock: 10 })
  const order = await tester.createOrderData({
    lines: [{ variant: pot.variant, quantity: 3 }],
    paidWith: 'card',
  })
  await runConcurrently(32, () => tester.updateStatus(order._id, 'cancelled'))
  const refunds = await runConcurrently(32, () =>
    t.call('owner', orderApi.addRefund, {
      params: { id: order._id },
      body: { amount: order.total, method: 'card' },
    }),
  )
  expect(countStatuses(refunds)).toEqual({ 201: 1, 422: 31 })
  expect(await tester.getStock(pot.variant)).toBe(10)
  expect(await tester.getOrder(order._id)).toMatchObject({
    refundedTotal: order.total,
    timeline: { length: 4 },
  })
})
