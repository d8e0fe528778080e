import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderArchiveApi } from '#contract/order/order-archive.ts'
import { productApi } from '#contract/product/product.ts'
import { dashboardApi, type Kpi } from '#contract/staff/dashboard.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { storeApi } from '#contract/store/store.ts'
import { taxApi } from '#contract/store/tax.ts'
import { loadOrderPath } from '../sale/order-link.ts'
import { createEditTester } from '../testing/order-edit-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { placeTestOrder } from '../testing/subject/test-order.ts'
import { PaymentTest } from '../testing/subject/test-payment.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'

let p: PaymentTest
let tester: ReturnType<typeof createEditTester>
let book: { _id: string; variant: string }
beforeAll(async () => {
  p = await PaymentTest.start({ DATABASE_POOL_SIZE: '10' })
  tester = createEditTester(p.t)
  const { storeId } = p.t.people.owner
  await p.t.call('owner', storeApi.update, {
    params: { id: storeId },
    body: {
      data: {
        address: { line1: 'Kai 1', city: 'Hamburg', country: 'DE' },
        defaultTaxRate: 19,
        taxIncluded: true,
        vatId: 'DE136695976',
      },
    },
  })
  const taxClass = await p.t.call('owner', taxApi.create, {
    body: { name: 'Books', rates: [{ country: 'DE', rate: 7 }] },
  })
  const { body } = await p.t.call('owner', productApi.create, {
    body: {
      title: 'Book',
      price: 1230,
      stock: 99,
      status: 'active',
      taxClass: taxClass.body.data._id,
    },
  })
  book = { _id: body.data._id, variant: body.data.variants[0]._id }
})
afterAll(() => p.close())

const getStock = (variant: string) => p.getStock({ variant })
const setCurrency = (currency: string) =>
  p.t.inStore(
    tx => tx`update store set currency = ${currency} where id = ${p.t.people.owner.storeId}`,
  )

/** Places an order of two teapots that was paid on the page of the provider. */
async function placePaidOrder() {
  const product = await p.createProduct()
  const shopper = await p.fillCart(product)
  await p.place(shopper, 'stripe', { email: `${crypto.randomUUID()}@example.com` })
  await p.deliver(p.fakes.stripe.pay((await p.getSession()).sessionId))
  const { orderId } = await p.getSession()
  const order = await tester.getOrder(orderId ?? '')
  const path = await loadOrderPath(p.t.app, { storeId: p.t.people.owner.storeId, id: order._id })
  return { order, path, id: order._id, line: order.lines[0]?._id ?? '' }
}

/** Ends the time for edits, and starts the jobs that wait for it. */
async function endEdits(id: string) {
  await p.t.inStore(
    tx => tx`
      update "order" set created_at = created_at - interval '31 minutes' where id = ${id}`,
  )
  await runWaitingJobs(id)
}
async function runWaitingJobs(id: string) {
  await p.t.sql`
    update graphile_worker._private_jobs set run_at = now()
    where payload ->> 'orderId' = ${id} and run_at > now()`
  await p.t.runJobs()
}

/** Returns the amount that remains at each rate, with tax. */
function sumByRate({ lines, shippingTotal, shippingTax, taxIncluded }: Order) {
  const [line] = lines
  const byRate = Map.groupBy(lines, ({ taxRate }) => taxRate)
  const sums = new Map(
    [...byRate].map(([rate, parts]) => [rate, sum(parts.map(({ total }) => total))]),
  )
  const shippingRate = Math.max(...lines.map(({ taxRate }) => taxRate))
  const shipping = shippingTotal + (taxIncluded ? 0 : shippingTax)
  if (line) sums.set(shippingRate, (sums.get(shippingRate) ?? 0) + shipping)
  return sums
}

test.each(['EUR', 'JPY', 'KWD'])(
  'in %s, the amount paid is kept, and an overpaid one refunded once the time for edits ends',
  async currency => {
    await setCurrency(currency)
    const { path, id, line, order } = await placePaidOrder()
    expect(order).toMatchObject({ currency, paymentStatus: 'paid', total: 2 * 2490 + 490 })
    const added = await tester.submit(path, 'apply', { [`add-${book.variant}`]: '3' })
    expect(added.statusCode).toBe(303)
    const higher = await tester.getOrder(id)
    expect(higher).toMatchObject({ paymentStatus: 'partially_paid', balance: 3 * 1230 })
    expect((await visit(p.t, path)).body).toContain('value="pay"')

    const page = await visit(p.t, path)
    const payment = /name="payment" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
    const opened = await new Shopper(p.t).send({ intent: 'pay', payment }, { url: path })
    expect(opened.statusCode).toBe(303)
    const version = (await tester.getOrder(id)).version
    const blocked = await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
    expect(blocked.statusCode).toBe(409)
    expect(blocked.body).toContain('A payment for this order is in progress.')
    expect((await tester.getOrder(id)).version).toBe(version)
    await visit(p.t, String(opened.headers.location))
    const session = await p.getSession()
    expect(p.fakes.stripe.sessions.get(session.sessionId)).toMatchObject({ amount_total: 3 * 1230 })
    await p.deliver(p.fakes.stripe.pay(session.sessionId))
    const paid = await tester.getOrder(id)
    expect(paid).toMatchObject({ paymentStatus: 'paid', paidTotal: paid.total, balance: 0 })

    const bookLine = paid.lines[1]?._id ?? ''
    const lower = { [`quantity-${line}`]: '1', [`quantity-${bookLine}`]: '2' }
    const preview = await tester.submit(path, 'preview', lower)
    expect(preview.body).toContain('We’ll refund')
    await tester.submit(path, 'apply', lower)
    const overpaid = await tester.getOrder(id)
    expect(overpaid).toMatchObject({ paymentStatus: 'overpaid', balance: -(2490 + 1230) })
    await runWaitingJobs(id)
    expect((await tester.getOrder(id)).refunds, 'the shopper can still edit').toEqual([])

    await endEdits(id)
    await p.t.runJobs()
    const settled = await tester.getOrder(id)
    expect(settled).toMatchObject({
      paymentStatus: 'paid',
      balance: 0,
      paidTotal: 2 * 2490 + 490 + 3 * 1230,
      refundedTotal: 2490 + 1230,
      total: 2490 + 490 + 2 * 1230,
      refunds: [{ amount: 2490 + 1230, tax: 0 }],
    })
    const [before, kept] = [sumByRate(paid), sumByRate(settled)]
    const refunded = [...before].map(([rate, amount]) => [rate, amount - (kept.get(rate) ?? 0)])
    expect(refunded).toEqual([
      [19, 2490],
      [7, 1230],
    ])
    await runWaitingJobs(id)
    expect((await tester.getOrder(id)).refundedTotal, 'once').toBe(2490 + 1230)
  },
)

test('several edits cause one refund, and an order that ends early is refunded too', async () => {
  await setCurrency('EUR')
  const { path, id, line, order } = await placePaidOrder()
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '2' })
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  for (const status of ['shipped', 'delivered'])
    await p.t.call('owner', orderApi.updateStatus, { params: { id }, body: { status } })
  await p.t.call('owner', orderArchiveApi.updateArchived, {
    params: { id },
    body: { isArchived: true },
  })
  expect((await tester.getOrder(id)).archivedAt).not.toBeNull()
  await runWaitingJobs(id)
  await p.t.runJobs()
  expect(await tester.getOrder(id)).toMatchObject({
    refundedTotal: 2490,
    total: order.total - 2490,
    paymentStatus: 'paid',
    refunds: [{ amount: 2490 }],
  })
})

test('jobs that run at once refund an amount once', async () => {
  const { path, id, line } = await placePaidOrder()
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  await p.t.inStore(
    tx => tx`
      update "order" set created_at = created_at - interval '31 minutes' where id = ${id}`,
  )
  const payload = { storeId: p.t.people.owner.storeId, orderId: id }
  const job = p.t.app.jobs['order.refundOverpayment']
  if (!job) throw new Error('There is no such job.')
  await Promise.all(Array.from({ length: 8 }, () => Reflect.apply(job, undefined, [payload, {}])))
  await p.t.runJobs()
  expect(await tester.getOrder(id)).toMatchObject({
    refundedTotal: 2490,
    refunds: [{ amount: 2490 }],
  })
})

test('any sequence of edits keeps the amount paid, and the stock', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      fc.array(
        fc.record({ pots: fc.integer({ min: 0, max: 4 }), books: fc.integer({ min: 0, max: 3 }) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      async (currency, steps) => {
        await setCurrency(currency)
        const { path, id, order } = await placePaidOrder()
        const pot = order.lines[0]?.variant ?? ''
        const [potStock, bookStock] = await Promise.all([getStock(pot), getStock(book.variant)])
        for (const { pots, books } of steps) {
          const current = await tester.getOrder(id)
          const changes = [pot, book.variant].map((variant, i) => {
            const line = current.lines.find(each => each.variant === variant)
            const quantity = [pots, books][i] ?? 0
            if (!line) return { [`add-${variant}`]: String(quantity) }
            return quantity === 0
              ? { [`remove-${line._id}`]: 'on' }
              : { [`quantity-${line._id}`]: String(quantity) }
          })
          const reply = await tester.submit(path, 'apply', Object.assign({}, ...changes))
          expect([303, 409, 422]).toContain(reply.statusCode)
        }
        await endEdits(id)
        await p.t.runJobs()
        const settled = await tester.getOrder(id)
        const [pots = 0, books = 0] = [pot, book.variant].map(variant =>
          sum(settled.lines.filter(line => line.variant === variant).map(line => line.quantity)),
        )
        expect(await getStock(pot)).toBe(potStock + 2 - pots)
        expect(await getStock(book.variant)).toBe(bookStock - books)
        const shipping = settled.shippingTotal
        expect(settled.total).toBe(pots * 2490 + books * 1230 + shipping)
        expect(settled.paidTotal).toBe(order.total)
        expect(settled.refundedTotal).toBe(Math.max(order.total - settled.total, 0))
        expect(settled.balance).toBe(Math.max(settled.total - order.total, 0))
        expect(sum([...sumByRate(settled).values()])).toBe(settled.total)
      },
    ),
    { numRuns: 8 },
  )
})

test('an amount that was paid by hand is left to staff, who are notified', async () => {
  const { path, id } = await placeTestOrder(p.t, { payment: await p.getMethod('bank_transfer') })
  const line = (await tester.getOrder(id)).lines[0]?._id
  await p.t.call('owner', orderApi.addPayment, {
    params: { id },
    body: { amount: 2 * 2490 + 490, method: 'bank' },
  })
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  await endEdits(id)
  expect(await tester.getOrder(id)).toMatchObject({
    paymentStatus: 'overpaid',
    refundedTotal: 0,
    balance: -2490,
  })
  const { body } = await p.t.call('owner', notificationApi.list, {})
  expect(
    body.data.filter(
      ({ kind, subjectId }: { kind: string; subjectId: string }) =>
        kind === 'refund_due' && subjectId === id,
    ),
  ).toHaveLength(1)
})

test('an order that is canceled before the refund is left to staff', async () => {
  const { path, id, line } = await placePaidOrder()
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  await p.t.call('owner', orderApi.updateStatus, {
    params: { id },
    body: { status: 'cancelled', reason: 'customer' },
  })
  await runWaitingJobs(id)
  expect(await tester.getOrder(id)).toMatchObject({ refundedTotal: 0, refunds: [] })
})

test('the refund of an overpayment reduces neither the sales nor an invoice of the new total', async () => {
  await p.t.call('owner', invoiceApi.updateSettings, { body: { issuesWhenPaid: true } })
  const readNet = async () => {
    // Includes yesterday, which is the day of the order if it is moved over midnight.
    const stats = await p.t.call('owner', dashboardApi.getStats, { query: { period: 'last7Days' } })
    const kpis: Kpi[] = stats.body.data.kpis
    const [row] = await p.t.inStore(
      tx => tx<{ value: number }[]>`
        select sum(total_spent)::float8 as value from customer`,
    )
    return { net: kpis.find(({ key }) => key === 'netSales')?.value, spent: row?.value }
  }
  const { path, id, line } = await placePaidOrder()
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  await p.t.runJobs()
  const listInvoices = async () =>
    (await p.t.call('owner', invoiceApi.list, { query: { order: id } })).body.data
  expect(await listInvoices(), 'the invoice waits').toEqual([])
  const before = await readNet()
  expect(before.net).toBeGreaterThan(0)
  await runWaitingJobs(id)
  expect(await listInvoices()).toEqual([])
  await endEdits(id)
  await p.t.runJobs()
  expect((await tester.getOrder(id)).refundedTotal).toBe(2490)
  expect(await readNet()).toEqual(before)
  expect(await listInvoices()).toMatchObject([{ kind: 'invoice', total: 2490 + 490 }])
})
