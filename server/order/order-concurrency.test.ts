import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order.ts'
import { type Reply, startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { createOrderTester } from './order-testing.ts'

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
    Object.entries(Object.groupBy(replies, reply => reply.status)).map(([status, all]) => [
      status,
      all?.length,
    ]),
  )

test('200 orders at once on a stock of 50: exactly 50 are sold', async () => {
  const pot = await tester.make({ stock: 50 })
  const replies = await runConcurrently(200, () =>
    tester.place({ lines: [{ variant: pot.variant, quantity: 1 }] }),
  )
  expect(countStatuses(replies)).toEqual({ 201: 50, 409: 150 })
  expect(new Set(replies.filter(r => r.status === 409).map(r => r.body.code))).toEqual(
    new Set(['insufficient_stock']),
  )
  expect(await tester.stockOf(pot.variant)).toBe(0)
  const ledger = await tester.ledgerOf(pot.variant)
  expect(ledger).toHaveLength(51)
  expect(ledger.reduce((all, entry) => all + entry.delta, 0)).toBe(0)
  const [product] = await t.inStore(
    tx => tx<{ stock: number }[]>`select stock from product where id = ${pot.product}`,
  )
  expect(product?.stock).toBe(0)
})

test('500 orders at once, refusals in between: 500 numbers without a gap or a double', async () => {
  const pot = await tester.make({ stock: 1_000_000 })
  const soldOutProduct = await tester.make({ stock: 0 })
  const [replies] = await Promise.all([
    runConcurrently(500, n =>
      tester.place({
        lines: [{ variant: pot.variant, quantity: 1 }],
        customer: { email: `buyer${n % 7}@example.com` },
      }),
    ),
    runConcurrently(100, n =>
      tester.place({
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
  expect(countStatuses(replies)).toEqual({ 201: 500 })
  const numbers = replies
    .map(reply => Number(reply.body.data.number.slice(1)))
    .toSorted((a, b) => a - b)
  expect(numbers.map(n => n - (numbers[0] ?? 0))).toEqual(Array.from({ length: 500 }, (_, n) => n))
  const [customerCount] = await t.inStore(
    tx => tx<{ buyers: number; orders: number; spent: number }[]>`
    select count(*)::integer as buyers, sum(order_count)::integer as orders, sum(total_spent)::bigint as spent from customer where email like 'buyer%'`,
  )
  expect(customerCount).toEqual({ buyers: 7, orders: 500, spent: 500_000 })
})

test('orders of the same two things in opposite order never wait in a circle', async () => {
  const [cup, pot] = await Promise.all([
    tester.make({ stock: 10_000 }),
    tester.make({ stock: 10_000 }),
  ])
  const lines = [
    { variant: cup.variant, quantity: 1 },
    { variant: pot.variant, quantity: 1 },
  ]
  const replies = await runConcurrently(200, n =>
    tester.place({ lines: n % 2 ? lines : lines.toReversed() }),
  )
  expect(countStatuses(replies)).toEqual({ 201: 200 })
  expect([await tester.stockOf(cup.variant), await tester.stockOf(pot.variant)]).toEqual([
    9_800, 9_800,
  ])
})

test('orders and bulk cancellations of variants of the same products never wait in a circle', async () => {
  const sizes = {
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { options: ['S'], stock: 1000 },
      { options: ['M'], stock: 1000 },
    ],
  }
  const [shirt, hat] = await Promise.all([tester.make(sizes), tester.make(sizes)])
  const variants = (
    await t.inStore(
      tx =>
        tx<
          { id: string }[]
        >`select id from variant where product_id in (${shirt.product}, ${hat.product}) order by random()`,
    )
  ).map(row => row.id)
  const pick = (n: number) =>
    [variants[n % 4], variants[(n + 1 + (n % 3)) % 4]].map(variant => ({ variant, quantity: 1 }))
  const first = await runConcurrently(40, n =>
    tester.place({ lines: pick(n), customer: { email: `c${n % 3}@example.com` } }),
  )
  const ids = first.map(reply => reply.body.data._id)
  const replies = await Promise.all([
    runConcurrently(40, n =>
      tester.place({ lines: pick(n + 1), customer: { email: `c${n % 3}@example.com` } }),
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

test('one key, 32 requests at once: one order, one answer', async () => {
  const pot = await tester.make({ stock: 100 })
  const key = crypto.randomUUID()
  const body = { lines: [{ variant: pot.variant, quantity: 1 }] }
  const replies = await runConcurrently(32, () => tester.place(body, { 'idempotency-key': key }))
  expect(countStatuses(replies)).toEqual({ 201: 32 })
  expect(new Set(replies.map(reply => JSON.stringify(reply.body.data))).size).toBe(1)
  expect(await tester.stockOf(pot.variant)).toBe(99)
  expect(
    await tester.place(
      { lines: [{ variant: pot.variant, quantity: 2 }] },
      { 'idempotency-key': key },
    ),
  ).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } })
})

test('a refused request does not use its key up', async () => {
  const pot = await tester.make({ stock: 0 })
  const send = () =>
    tester.place({ lines: [{ variant: pot.variant, quantity: 1 }] }, { 'idempotency-key': 'again' })
  expect((await send()).status).toBe(409)
  await t.inStore(tx => tx`update variant set stock = 1 where id = ${pot.variant}`)
  expect((await send()).status).toBe(201)
})

test('two changes made from one version: one is through, the other sees it', async () => {
  const pot = await tester.make()
  for (const pair of [
    ['confirmed', 'cancelled'],
    ['shipped', 'on_hold'],
    ['ready', 'ready'],
  ]) {
    const order = await tester.placed({ lines: [{ variant: pot.variant, quantity: 1 }] })
    const replies = await Promise.all(
      pair.map(status => tester.move(order._id, status, { version: order.version })),
    )
    expect(countStatuses(replies)).toEqual({ 200: 1, 409: 1 })
    expect(replies.find(reply => reply.status === 409)?.body).toMatchObject({
      code: 'version_conflict',
      data: { version: 2, status: replies.find(reply => reply.status === 200)?.body.data.status },
    })
  }
})

test('32 cancellations and 32 refunds at once: the stock and the money go back once', async () => {
  const pot = await tester.make({ stock: 10 })
  const order = await tester.placed({
    lines: [{ variant: pot.variant, quantity: 3 }],
    paid: 'card',
  })
  await runConcurrently(32, () => tester.move(order._id, 'cancelled'))
  const refunds = await runConcurrently(32, () =>
    t.call('owner', orderApi.addRefund, {
      params: { id: order._id },
      body: { amount: order.total, method: 'card' },
    }),
  )
  expect(countStatuses(refunds)).toEqual({ 201: 1, 422: 31 })
  expect(await tester.stockOf(pot.variant)).toBe(10)
  expect(await tester.read(order._id)).toMatchObject({
    refundedTotal: order.total,
    timeline: { length: 4 },
  })
})
