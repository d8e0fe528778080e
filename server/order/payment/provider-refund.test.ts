import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { type OrderChange, orderChangeApi } from '#contract/order/order-change.ts'
import { paymentAccountApi } from '#contract/payment/payment-account.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'
import { getPaymentProvider } from '../../payment-provider/get-payment-provider.ts'
import { loadPaymentAccount } from '../../payment-provider/load-provider.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  type FakeProviders,
  startFakeProviders,
} from '../../testing/provider/start-fake-providers.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { samplePassword } from '../../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { lockOrder } from '../order-store.ts'
import { recordTransaction } from './order-payment.ts'
import { settleRefund } from './provider-refund.ts'

let t: TestApp
let fakes: FakeProviders
beforeAll(async () => {
  fakes = await startFakeProviders()
  t = await startTestApp(fakes.env)
})
afterAll(async () => {
  await t.close()
  await fakes.close()
})
beforeEach(async () => {
  await t.resetPeople()
  fakes.stripe.refundState = 'pending'
  for (const [provider, key] of [
    ['stripe', 'rk_test_fake'],
    ['mollie', 'test_fake'],
  ])
    await t.call('owner', paymentAccountApi.connect, {
      body: {
        provider,
        key,
        name: provider,
        password: samplePassword,
        ...(provider === 'stripe' && { webhookSecret: 'whsec_pasted' }),
      },
    })
})

type Code = 'stripe' | 'mollie'
const total = 5000

/** Creates an order that was paid on the page of a provider. */
async function createPaidOrder(provider: Code) {
  const tester = createOrderTester(t)
  const { variant } = await tester.createProduct({ sku: `CUP-${crypto.randomUUID()}` })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 1, unitPrice: total }],
  })
  const api = getPaymentProvider(t.app.config, provider)
  const account = await t.inStore(tx => loadPaymentAccount(t.app.keys, tx, provider))
  if (!account) throw new Error('The account is missing.')
  const { sessionId } = await api.createSession(account, {
    key: order._id,
    amount: order.total,
    currency: order.currency,
    description: 'Order',
    email: '',
    language: 'en',
    successUrl: 'https://store.example/paid',
    cancelUrl: 'https://store.example/cart',
    webhookUrl: 'https://admin.example.com/hook',
    expiresAt: new Date(fakes.clock.now() + 31 * 60_000),
  })
  if (provider === 'stripe') fakes.stripe.pay(sessionId)
  else fakes.mollie.setStatus(sessionId, 'paid')
  const paymentId = (await api.loadSession(account, sessionId)).paymentId ?? ''
  const paid = await t.inStore(async tx =>
    recordTransaction(tx, await lockOrder(tx, order._id), 'payment', {
      amount: order.total,
      method: 'card',
      provider,
      providerPaymentId: paymentId,
    }),
  )
  return { id: order._id, payment: paid.payments[0]?._id ?? '', paymentId, sessionId, provider }
}
type PaidOrder = Awaited<ReturnType<typeof createPaidOrder>>

const getOrder = async (id: string): Promise<Order> =>
  (await t.call('owner', orderApi.get, { params: { id } })).body.data
const refund = ({ id, payment }: PaidOrder, amount: number, key = '') =>
  t.call('owner', orderApi.addRefund, {
    params: { id },
    body: { amount, method: 'card', payment },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const listRefundIds = async ({ id }: PaidOrder) => {
  const rows = await t.inStore(
    tx => tx<{ refundId: string }[]>`
      select provider_refund_id as refund_id from payment_refund where order_id = ${id} order by id`,
  )
  return rows.map(({ refundId }) => refundId)
}
/** Runs the job of a webhook about a refund. */
async function report({ provider, paymentId }: PaidOrder, refundId: string) {
  const { storeId } = t.people.owner
  await t.inStore(async tx => {
    await enqueueJob(tx, 'payment.refund', { storeId, provider, refundId, paymentId })
  })
  await t.runJobs()
}
const listNotifications = async (): Promise<string[]> =>
  (await t.call('owner', notificationApi.list)).body.data.map(({ kind }: { kind: string }) => kind)
const listEvents = async (id: string) => (await getOrder(id)).timeline.map(({ type }) => type)

test('a rejected key does not fail a refund that may have been made', async () => {
  // Refunds of other tests would take the failures.
  await t.runJobs()
  const order = await createPaidOrder('stripe')
  fakes.stripe.refundState = 'succeeded'
  await refund(order, 2000)
  // The library of Stripe repeats a request once.
  fakes.failNext('lost-answer', { method: 'POST', path: /refunds/, count: 2 })
  await t.runJobs()
  for (const failure of ['no-permission', 'not-found'] as const) {
    fakes.failNext(failure, { path: /refunds/ })
    await checkRefunds(order)
    expect(await getOrder(order.id)).toMatchObject({ pendingRefunds: [{ amount: 2000 }] })
  }

  await checkRefunds(order)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 2000, pendingRefunds: [] })
  expect(fakes.stripe.getRefundedAmount(order.paymentId)).toBe(2000)
  expect(await listEvents(order.id)).not.toContain('refund_failed')
})

test.each(['stripe', 'mollie'] as const)('%s: a refund counts once it is confirmed', async code => {
  const order = await createPaidOrder(code)
  const { status, body } = await refund(order, 2000)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    refundedTotal: 0,
    paymentStatus: 'paid',
    pendingRefunds: [{ provider: code, amount: 2000 }],
  })
  // The pending amount cannot be refunded again, neither online nor by hand.
  expect((await refund(order, 3001)).body.code).toBe('refund_too_big')
  const byHand = { amount: 3001, method: 'cash' }
  expect(
    (await t.call('owner', orderApi.addRefund, { params: { id: order.id }, body: byHand })).status,
  ).toBe(422)

  // The answer of the provider is lost, so the job runs again and finds its refund there.
  fakes.failNext('lost-answer', {
    method: 'POST',
    path: /refunds/,
    count: code === 'stripe' ? 2 : 1,
  })
  await t.runJobs()
  await checkRefunds(order)
  const [refundId = ''] = await listRefundIds(order)
  expect(refundId).toMatch(/^re_/)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 0 })

  if (code === 'stripe') fakes.stripe.finishRefund(refundId, 'succeeded')
  else fakes.mollie.finishRefund(order.paymentId, refundId, 'refunded')
  // The webhook arrives twice.
  await report(order, refundId)
  await report(order, refundId)
  expect(await getOrder(order.id)).toMatchObject({
    refundedTotal: 2000,
    paymentStatus: 'partially_refunded',
    pendingRefunds: [],
    payments: [{ kind: 'payment' }, { kind: 'refund', amount: 2000, provider: code }],
  })
  expect(code === 'stripe' ? fakes.stripe.getRefundedAmount(order.paymentId) : 2000).toBe(2000)
  expect(await listEvents(order.id)).toEqual(
    expect.arrayContaining(['refund_requested', 'refunded']),
  )
})

test('staff are notified of a failed refund, also after it had succeeded', async () => {
  const order = await createPaidOrder('stripe')
  fakes.stripe.refundState = 'succeeded'
  await refund(order, 2000)
  await t.runJobs()
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 2000 })
  const [refundId = ''] = await listRefundIds(order)
  fakes.stripe.finishRefund(refundId, 'failed')
  await report(order, refundId)
  await report(order, refundId)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 0, paymentStatus: 'paid' })
  expect((await listEvents(order.id)).filter(type => type === 'refund_failed')).toHaveLength(1)
  expect((await listNotifications()).filter(kind => kind === 'refund_failed')).toHaveLength(1)

  // A key without permission: nothing was returned, and the amount is free again.
  fakes.failNext('no-permission', { method: 'POST', path: /refunds/ })
  await refund(order, total)
  await t.runJobs()
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 0, pendingRefunds: [] })
  expect((await refund(order, total)).status).toBe(201)
})

const change = async (id: string, input: OrderChange, version?: number) =>
  t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: { version: version ?? (await getOrder(id)).version, change: input },
  })
const failRefund = async () => {
  fakes.failNext('no-permission', { method: 'POST', path: /refunds/ })
  await t.runJobs()
}

test('a failed refund of a line is sent again, with another key and the same units', async () => {
  await t.runJobs()
  const order = await createPaidOrder('stripe')
  fakes.stripe.refundState = 'succeeded'
  const [line] = (await getOrder(order.id)).lines
  await change(order.id, {
    kind: 'refund',
    lines: [{ line: line?._id ?? '', quantity: 1, disposition: 'restock' }],
    reason: 'out_of_stock',
  })
  await failRefund()
  const failed = await getOrder(order.id)
  expect(failed).toMatchObject({
    refundedTotal: 0,
    pendingRefunds: [],
    lines: [{ removedQuantity: 1 }],
    refunds: [{ amount: total, failedAmount: total }],
  })
  const retry = { kind: 'retryRefund' as const, refund: failed.refunds[0]?._id ?? '' }

  // The second attempt fails too.
  const { version } = failed
  expect((await change(order.id, retry, version)).body.data).toMatchObject({
    pendingRefunds: [{ amount: total }],
    refunds: [{ failedAmount: 0 }],
  })
  const before = await t.changes()
  expect((await change(order.id, retry, version)).body.code).toBe('version_conflict')
  expect((await change(order.id, retry)).body.code).toBe('refund_not_failed')
  expect(await t.changes()).toBe(before)
  await failRefund()
  expect(await getOrder(order.id)).toMatchObject({ refunds: [{ failedAmount: total }] })

  expect((await change(order.id, retry)).status).toBe(200)
  await t.runJobs()
  expect(await getOrder(order.id)).toMatchObject({
    refundedTotal: total,
    paymentStatus: 'refunded',
    lines: [{ removedQuantity: 1 }],
    refunds: [{ amount: total, failedAmount: 0 }],
    payments: [{ kind: 'payment' }, { kind: 'refund', amount: total, provider: 'stripe' }],
  })
  expect(fakes.stripe.getRefundedAmount(order.paymentId)).toBe(total)
  expect((await change(order.id, retry)).body.code).toBe('refund_not_failed')
})

test('the failed part of a refund can be returned by hand, once', async () => {
  await t.runJobs()
  const order = await createPaidOrder('stripe')
  await refund(order, 2000)
  await failRefund()
  const { refunds } = await getOrder(order.id)
  const retry = { kind: 'retryRefund' as const, refund: refunds[0]?._id ?? '' }
  const byHand = { ...retry, method: 'bank' as const, reference: 'TRF-1' }
  expect((await change(order.id, byHand)).body.data).toMatchObject({
    refundedTotal: 2000,
    paymentStatus: 'partially_refunded',
    pendingRefunds: [],
    refunds: [{ failedAmount: 0 }],
    payments: [{ kind: 'payment' }, { kind: 'refund', method: 'bank', reference: 'TRF-1' }],
  })
  const other = await createPaidOrder('stripe')
  const before = await t.changes()
  for (const input of [retry, byHand])
    expect((await change(order.id, input)).body.code).toBe('refund_not_failed')
  expect((await change(other.id, retry)).body.errors[0].path).toBe('change.refund')
  expect(await t.changes()).toBe(before)
})

test('the customer gets an email about a confirmed refund only if staff wanted it', async () => {
  await t.runJobs()
  const order = await createPaidOrder('stripe')
  fakes.stripe.refundState = 'succeeded'
  await t.inStore(
    tx => tx`update "order" set cart_hash = ${Buffer.from(order.id)} where id = ${order.id}`,
  )
  const input = { kind: 'refund' as const, lines: [], reason: 'goodwill' as const }
  const [muted, told] = [
    { ...input, additionalAmount: 700, isNotified: false },
    { ...input, additionalAmount: 800 },
  ]
  await change(order.id, muted)
  await failRefund()
  const { refunds } = await getOrder(order.id)
  const retry = { kind: 'retryRefund' as const, refund: refunds[0]?._id ?? '' }
  await change(order.id, { ...retry, isNotified: false })
  expect(await countRefundMails(order)).toBe(0)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 700 })

  await change(order.id, told)
  expect(await countRefundMails(order)).toBe(1)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 1500 })
})

/** Lets the provider confirm what is pending, and counts the emails about refunds that were queued. */
async function countRefundMails({ id }: PaidOrder): Promise<number> {
  const rows = await t.inStore(
    tx => tx<{ id: string }[]>`
      select id from payment_refund where order_id = ${id} and state = 'pending'`,
  )
  await t.inStore(async tx => {
    for (const row of rows)
      await settleRefund(tx, row.id, { refundId: `re_${row.id}`, state: 'succeeded' })
  })
  const jobs = await t.sql`
    select 1 from graphile_worker.jobs where key like ${`order.mail ${id} refunded%`}`
  return jobs.length
}

async function checkRefunds({ id }: PaidOrder) {
  await t.inStore(
    tx => tx`
    update payment_refund set checked_at = now() - interval '1 hour' where order_id = ${id}`,
  )
  await t.sql`select add_job('payment.checkRefunds', '{}')`
  await t.runJobs()
}

test('counts refunds from the dashboard of the provider, and ignores unknown payments', async () => {
  const order = await createPaidOrder('mollie')
  const account = await t.inStore(tx => loadPaymentAccount(t.app.keys, tx, 'mollie'))
  if (!account) throw new Error('The account is missing.')
  const { refundId } = await getPaymentProvider(t.app.config, 'mollie').createRefund(account, {
    key: 'dashboard',
    paymentId: order.paymentId,
    amount: 1500,
    currency: 'USD',
  })
  fakes.mollie.finishRefund(order.paymentId, refundId, 'refunded')
  await report(order, refundId)
  await report(order, refundId)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 1500 })
  await t.inStore(
    tx => tx`update payment set provider_payment_id = 'tr_other' where kind = 'payment'`,
  )
  await report(order, refundId)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 1500 })
})

test('a reported refund waits for the order before it locks anything else', async () => {
  const order = await createPaidOrder('mollie')
  const account = await t.inStore(tx => loadPaymentAccount(t.app.keys, tx, 'mollie'))
  if (!account) throw new Error('The account is missing.')
  const { refundId } = await getPaymentProvider(t.app.config, 'mollie').createRefund(account, {
    key: 'other',
    paymentId: order.paymentId,
    amount: 700,
    currency: 'USD',
  })
  fakes.mollie.finishRefund(order.paymentId, refundId, 'refunded')
  const { reporting } = await t.inStore(async tx => {
    await lockOrder(tx, order.id)
    const waiting = report(order, refundId)
    await eventually(async () => {
      const waits = await t.sql`
        select from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'tuple'
          and l.relation = '"order"'::regclass`
      expect(waits).toHaveLength(1)
    })
    // A refund that staff request meanwhile refers to the payment.
    await tx`select from payment where order_id = ${order.id} for update nowait`
    return { reporting: waiting }
  })
  await reporting
  expect((await refund(order, 100)).status).toBe(201)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 700 })
})

test('notifies staff of a dispute and its outcome once, in any sequence', async () => {
  const [order, other] = [await createPaidOrder('stripe'), await createPaidOrder('stripe')]
  const { storeId } = t.people.owner
  /** Runs the job of a webhook about a dispute. Jobs of an earlier version have no state. */
  const reportDispute = async (disputeId: string, paymentId: string, state?: string) => {
    const dispute = { disputeId, paymentId, amount: '5000', reason: 'fraudulent' }
    const payload = { storeId, provider: 'stripe', ...dispute, ...(state && { state }) }
    await t.inStore(async tx => {
      await enqueueJob(tx, 'payment.dispute', payload)
    })
    await t.runJobs()
  }
  await reportDispute('dp_1', 'pi_unknown')
  for (const state of [undefined, 'open', 'lost', 'open', 'lost'])
    await reportDispute('dp_1', order.paymentId, state)
  for (const state of ['won', 'open']) await reportDispute('dp_2', other.paymentId, state)
  const listDisputes = async (id: string) =>
    (await listEvents(id)).filter(type => type.includes('dispute'))
  expect(await listDisputes(order.id)).toEqual(['payment_disputed', 'dispute_lost'])
  expect(await listDisputes(other.id)).toEqual(['dispute_won'])
  expect((await listNotifications()).filter(kind => kind.includes('dispute'))).toEqual([
    'dispute_won',
    'dispute_lost',
    'payment_disputed',
  ])
})

test('a provider is disconnected only after its payments and refunds have ended', async () => {
  const order = await createPaidOrder('stripe')
  await refund(order, 100)
  const [session] = await t.inStore(
    tx => tx<{ id: string }[]>`
      insert into payment_session (order_id, provider, amount, currency, expires_at, check_at)
      values (${order.id}, 'stripe', 100, 'USD', now() + interval '1 hour', now() + interval '1 hour')
      returning id`,
  )
  const disconnect = () =>
    t.call('owner', paymentAccountApi.disconnect, {
      body: { provider: 'stripe', password: samplePassword },
    })
  const before = await t.changes()
  expect(await disconnect()).toMatchObject({
    status: 409,
    body: {
      code: 'payment_provider_in_use',
      message: '2 payments and refunds with Stripe are still open. Try again after they end.',
    },
  })
  expect(await t.changes()).toBe(before)
  await t.inStore(
    tx => tx`update payment_session set state = 'expired' where id = ${session?.id ?? ''}`,
  )
  expect((await disconnect()).body.params).toEqual({ count: 1, provider: 'Stripe' })
  await t.runJobs()
  const [refundId = ''] = await listRefundIds(order)
  fakes.stripe.finishRefund(refundId, 'succeeded')
  await report(order, refundId)
  expect((await disconnect()).status).toBe(200)
})

test('refunds only online payments of the order', async () => {
  const order = await createPaidOrder('stripe')
  const other = await createPaidOrder('stripe')
  const before = await t.changes()
  const reply = await refund({ ...order, payment: other.payment }, 100)
  expect([reply.status, reply.body.code, reply.body.errors[0].path]).toEqual([
    422,
    'payment_not_refundable',
    'change.payments.0.payment',
  ])
  expect(await t.changes()).toBe(before)
})

test('an amount that the provider would round is not refunded online', async () => {
  await t.inStore(tx => tx`update store set currency = 'KWD'`)
  const order = await createPaidOrder('stripe')
  const before = await t.changes()
  expect(await refund(order, 2001)).toMatchObject({
    status: 422,
    body: {
      code: 'refund_amount_unsupported',
      message: 'Stripe only refunds multiples of 0.010 KWD. Change the amount.',
    },
  })
  expect(await t.changes()).toBe(before)
  expect((await refund(order, 2000)).status).toBe(201)
})

test('a waiting refund of an amount that the provider would round fails', async () => {
  await t.inStore(tx => tx`update store set currency = 'KWD'`)
  const order = await createPaidOrder('stripe')
  await refund(order, 2000)
  // An earlier version accepted such amounts.
  await t.inStore(tx => tx`update payment_refund set amount = 2001 where order_id = ${order.id}`)
  await checkRefunds(order)
  expect(await getOrder(order.id)).toMatchObject({ refundedTotal: 0, pendingRefunds: [] })
  expect(await listEvents(order.id)).toContain('refund_failed')
  expect(fakes.stripe.getRefundedAmount(order.paymentId)).toBe(0)
})
