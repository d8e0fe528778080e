import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderStatuses, PaymentStatus } from '#contract/order/order-state.ts'
import { createOrderTester, type SampleProduct } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { becomesPaid } from '../fulfillment/order-status.ts'
import { getOrderValue } from '../fulfillment/order-value.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  pot = await tester.createProduct({ sku: `POT-${crypto.randomUUID().slice(0, 8)}` })
})

describe('payments and refunds', () => {
  const recordPayment = (route: Route, id: string, body: object) =>
    t.call('owner', route, { params: { id }, body: { method: 'bank', ...body } })

  test('accepts partial payments and partial refunds', async () => {
    const { _id: id } = await tester.createOrderData({
      lines: [{ variant: pot.variant, quantity: 1 }],
      customer: { email: 'payer@example.com' },
    })
    const steps: [Route, number, string, number][] = [
      [orderApi.addPayment, 400, 'partially_paid', 600],
      [orderApi.addPayment, 700, 'overpaid', -100],
      [orderApi.addRefund, 100, 'paid', 0],
      [orderApi.addRefund, 250, 'partially_refunded', 0],
      [orderApi.addRefund, 750, 'refunded', 0],
    ]
    for (const [route, amount, paymentStatus, balance] of steps)
      expect((await recordPayment(route, id, { amount })).body.data).toMatchObject({
        paymentStatus,
        balance,
      })
    const order = await tester.getOrder(id)
    expect(order).toMatchObject({
      paidTotal: 1100,
      refundedTotal: 1100,
      payments: [
        { amount: 400 },
        { amount: 700 },
        { kind: 'refund', amount: 100 },
        { amount: 250 },
        { amount: 750 },
      ],
    })
    expect(
      (await t.call('owner', customerApi.get, { params: { id: order.customer._id ?? '' } })).body
        .data,
    ).toMatchObject({ orderCount: 1, totalSpent: 0 })
  })

  test('voids a recorded payment, except what was refunded or paid online', async () => {
    const { _id: id, total } = await tester.createOrderData({
      lines: [{ variant: pot.variant, quantity: 1 }],
    })
    await recordPayment(orderApi.addPayment, id, { amount: total })
    await recordPayment(orderApi.addPayment, id, { amount: 1_000_000_000 })
    await recordPayment(orderApi.addRefund, id, { amount: 1 })
    const voidPayment = async (payment = '') =>
      tester.applyChange(await tester.getOrder(id), { kind: 'voidPayment', payment })
    const { payments } = await tester.getOrder(id)
    const [first = '', mistake, refund] = payments.map(({ _id }) => _id)
    expect((await voidPayment(refund)).body.errors).toMatchObject([{ code: 'not_found' }])
    expect((await voidPayment(mistake)).body.data).toMatchObject({
      paidTotal: total,
      balance: 1,
      paymentStatus: 'partially_paid',
      payments: [{ _id: first }, { _id: refund }],
    })
    expect((await voidPayment(first)).body.errors).toMatchObject([{ code: 'payment_refunded' }])
    await t.inStore(
      tx =>
        tx`update payment set provider = 'stripe', provider_payment_id = 'p' where id = ${first}`,
    )
    expect((await voidPayment(first)).body.errors).toMatchObject([{ code: 'payment_not_recorded' }])
    const { paidTotal, timeline } = await tester.getOrder(id)
    expect(paidTotal).toBe(total)
    expect(timeline.filter(({ type }) => type === 'payment_voided')).toMatchObject([
      { data: { amount: 1_000_000_000, method: 'bank' } },
    ])
  })

  test.each([
    ['exactly', 0],
    ['with too much', 1],
  ])(
    'the payment that completes an order %s after a refund is emailed and billed once',
    async (_case, more) => {
      await t.call('owner', invoiceApi.updateSettings, { body: { issuesWhenPaid: true } })
      const { _id: id } = await tester.createOrderData({
        lines: [{ variant: pot.variant, quantity: 1 }],
        customer: { email: 'completer@example.com' },
      })
      await t.inStore(
        tx => tx`insert into order_event (order_id, type) values (${id}, 'payment_link_sent')`,
      )
      const listJobs = async () =>
        (
          await t.sql<{ task: string }[]>`
          select task_identifier as task from graphile_worker.jobs
          where key like ${`order.mail ${id} paid%`} or key = ${`invoice.issuePaid ${id}`} order by 1`
        ).map(({ task }) => task)
      await recordPayment(orderApi.addPayment, id, { amount: 500 })
      await recordPayment(orderApi.addRefund, id, { amount: 100 })
      expect(await listJobs()).toEqual([])
      await recordPayment(orderApi.addPayment, id, { amount: 500 + more })
      expect((await tester.getOrder(id)).balance).toBe(0 - more)
      expect(await listJobs()).toEqual(['invoice.issuePaid', 'order.mail'])
      await recordPayment(orderApi.addPayment, id, { amount: 100 })
      expect(await listJobs()).toEqual(['invoice.issuePaid', 'order.mail'])
    },
  )

  test('the database and the server agree about when an order becomes paid', async () => {
    const states = orderStatuses.flatMap(status =>
      PaymentStatus.options.map(paymentStatus => ({ status, paymentStatus })),
    )
    const pairs = states.flatMap(before => states.map(after => ({ before, after })))
    const rows = await t.sql<{ isPaid: boolean }[]>`
      select becomes_paid(
        jsonb_populate_record(null::"order", jsonb_build_object('status', p -> 'before' -> 'status',
          'payment_status', p -> 'before' -> 'paymentStatus')),
        jsonb_populate_record(null::"order", jsonb_build_object('status', p -> 'after' -> 'status',
          'payment_status', p -> 'after' -> 'paymentStatus'))) as "isPaid"
      from jsonb_array_elements(${t.sql.json(pairs)}) with ordinality e (p, n) order by n`
    expect(rows.map(({ isPaid }) => isPaid)).toEqual(
      pairs.map(({ before, after }) => becomesPaid(before, after)),
    )
  })

  test('the database and the server agree about the value of an order', async () => {
    const values = [0, 1, 300, 1000, 1200]
    const amounts = values.flatMap(total =>
      values.flatMap(refundedTotal =>
        values.flatMap(refundedOverpayment =>
          values.map(unsoldTotal => ({ total, refundedTotal, refundedOverpayment, unsoldTotal })),
        ),
      ),
    )
    const rows = await t.sql<{ value: number }[]>`
      select order_net_value(jsonb_populate_record(null::"order", jsonb_build_object(
        'total', a -> 'total', 'refunded_total', a -> 'refundedTotal',
        'refunded_overpayment', a -> 'refundedOverpayment', 'unsold_total', a -> 'unsoldTotal'))) as value
      from jsonb_array_elements(${t.sql.json(amounts)}) with ordinality e (a, n) order by n`
    expect(rows.map(({ value }) => Number(value))).toEqual(
      amounts.map(amount => getOrderValue({ ...amount, paidTotal: 0 })),
    )
  })

  test('two staff record a payment or a refund of one version once', async () => {
    const { _id: id, version } = await tester.createOrderData({
      lines: [{ variant: pot.variant, quantity: 1 }],
    })
    const attempts: [Route, number, object][] = [
      [orderApi.addPayment, 1000, { paidTotal: 1000, refundedTotal: 0 }],
      [orderApi.addRefund, 200, { paidTotal: 1000, refundedTotal: 200 }],
    ]
    let seen = version
    for (const [route, amount, totals] of attempts) {
      const replies = await Promise.all(
        [1, 2].map(() => recordPayment(route, id, { amount, version: seen })),
      )
      const [saved, rejected] = replies.toSorted((one, other) => one.status - other.status)
      expect([saved?.status, rejected?.status]).toEqual([201, 409])
      expect(rejected?.body).toMatchObject({ code: 'version_conflict', data: totals })
      const order = await tester.getOrder(id)
      expect(order).toMatchObject(totals)
      seen = order.version
    }
    // Without a version, the API records each of them.
    expect((await recordPayment(orderApi.addRefund, id, { amount: 200 })).status).toBe(201)
    expect((await tester.getOrder(id)).payments).toHaveLength(3)
  })

  test.each<[string, Route, object, number, string]>([
    ['a payment of zero', orderApi.addPayment, { amount: 0 }, 422, 'invalid'],
    ['a negative refund', orderApi.addRefund, { amount: -5 }, 422, 'invalid'],
    ['a refund of an unpaid order', orderApi.addRefund, { amount: 1 }, 422, 'nothing_to_refund'],
    [
      'an unknown payment method',
      orderApi.addPayment,
      { amount: 1, method: 'shells' },
      422,
      'invalid',
    ],
  ])('rejects %s', async (_case, route, body, status, code) => {
    const { _id: id } = await tester.createOrderData({
      lines: [{ variant: pot.variant, quantity: 1 }],
    })
    const before = await t.changes()
    const reply = await recordPayment(route, id, body)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await t.changes()).toBe(before)
  })

  test('rejects a payment of a canceled order but accepts its refund', async () => {
    const { _id: id } = await tester.createOrderData({
      lines: [{ variant: pot.variant, quantity: 1 }],
      paidWith: 'card',
    })
    expect((await tester.updateStatus(id, 'cancelled')).body.data).toMatchObject({
      paymentStatus: 'paid',
      balance: -1000,
    })
    expect(await recordPayment(orderApi.addPayment, id, { amount: 1 })).toMatchObject({
      status: 409,
      body: { code: 'not_payable' },
    })
    expect((await recordPayment(orderApi.addRefund, id, { amount: 1000 })).body.data).toMatchObject(
      {
        paymentStatus: 'refunded',
        balance: 0,
        allowedTransitions: [],
      },
    )
  })
})
