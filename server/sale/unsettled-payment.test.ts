import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { checkDuePayments } from '../payment/payment-jobs.ts'
import { PaymentTest } from '../testing/subject/test-payment.ts'

let p: PaymentTest
let product: { _id: string; variant: string }
let earlierRefunds: number
beforeAll(async () => {
  p = await PaymentTest.start()
})
beforeEach(async () => {
  earlierRefunds = p.fakes.stripe.refunds.size
  product = await p.createProduct()
})
afterAll(() => p.close())

const countOrders = async () => {
  const [row] = await p.t.inStore(
    tx => tx<{ count: number }[]>`select count(*)::integer as count from "order"`,
  )
  return row?.count ?? 0
}
const countRefunds = () => p.fakes.stripe.refunds.size - earlierRefunds
const getOrder = async (id: string | null) =>
  (await p.t.call('owner', orderApi.get, { params: { id: id ?? '' } })).body.data
const listUnsettled = async (id: string) => {
  const { body } = await p.t.call('owner', notificationApi.list, {})
  return body.data.filter(
    ({ kind, subjectId }: { kind: string; subjectId: string }) =>
      kind === 'payment_unsettled' && subjectId === id,
  )
}
/** Returns the minutes until the next retry, or null if nothing failed. */
const getRetryMinutes = async (id: string) => {
  const [row] = await p.t.inStore(
    tx => tx<{ minutes: number | null }[]>`
      select case when failing_since is not null
        then round(extract(epoch from check_at - now()) / 60)::integer end as minutes
      from payment_session where id = ${id}`,
  )
  return row?.minutes
}
/** Lets the time pass until the job tries again. */
const advanceClock = (id: string) =>
  p.t.inStore(
    tx => tx`
      update payment_session
      set failing_since = failing_since - (check_at - now()), check_at = now() where id = ${id}`,
  )

const setTrigger = async (table: string, body: string) => {
  await p.t.sql.unsafe(`
    create or replace function break_test() returns trigger language plpgsql as $$ begin ${body} end $$;
    create or replace trigger break_test before insert on "${table}"
      for each row execute function break_test()`)
  return () => p.t.sql.unsafe(`drop trigger break_test on "${table}"`)
}

/** Changes a part of the newest sale, and returns the function that restores it. */
async function changeSale(part: 'held' | 'totals', changes: object) {
  const [row] = await p.t.inStore(
    tx => tx<{ id: string; value: object }[]>`
      select id, content -> ${part} as value from sale order by id desc limit 1`,
  )
  const setPart = (value: object) =>
    p.t.inStore(
      tx => tx`
        update sale
        set content = jsonb_set(content, ${[part]}, ${tx.json(JSON.parse(JSON.stringify(value)))})
        where id = ${row?.id ?? ''}`,
    )
  await setPart({ ...row?.value, ...changes })
  return () => setPart(row?.value ?? {})
}

/** Ways to make the order fail, each with the function that repairs it. */
const faults = {
  'a constraint of the database': () =>
    setTrigger('order', `raise exception 'broken' using errcode = '23514';`),
  'an error of the application': () => changeSale('held', { variants: [] }),
  'another total than the charge': () => changeSale('totals', { shippingTotal: 489, total: 5469 }),
  'an error after most of the order': () =>
    setTrigger('payment', `raise exception 'broken' using errcode = 'P0001';`),
} satisfies Record<string, () => Promise<() => Promise<unknown>>>

test.each(Object.entries(faults))(
  'a payment is kept and settled once after %s',
  async (_name, breakOrder) => {
    const shopper = await p.fillCart(product)
    const reply = await p.place(shopper)
    const { id, sessionId } = await p.getSession()
    const before = await countOrders()
    const repair = await breakOrder()
    const webhooks = p.fakes.stripe.pay(sessionId)
    await p.deliver(webhooks)
    expect(await p.getSession()).toMatchObject({ state: 'processing', orderId: null })
    expect(await getRetryMinutes(id)).toBe(1)
    expect(await listUnsettled(id), 'the first retry can still repair it').toEqual([])
    const page = await shopper.open(`${reply.headers['location']}?from=paid`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['refresh'], 'the page waits').toBe('3')

    for (const minutes of [1, 2, 4]) {
      await advanceClock(id)
      await checkDuePayments(p.t.app)
      expect(await getRetryMinutes(id)).toBe(minutes)
    }
    expect(await listUnsettled(id)).toMatchObject([
      { data: { customer: 'ada@example.com', total: 5470, currency: 'USD', source: 'stripe' } },
    ])
    expect(await countOrders()).toBe(before)
    expect(await p.getStock(product), 'the units stay held').toBe(3)
    expect(countRefunds(), 'nothing is refunded').toBe(0)

    await repair()
    await advanceClock(id)
    await Promise.all([checkDuePayments(p.t.app), p.deliver(webhooks), p.deliver(webhooks)])
    await p.checkPayments()
    const { state, orderId } = await p.getSession()
    expect(state).toBe('paid')
    expect(await countOrders()).toBe(before + 1)
    expect(await getOrder(orderId)).toMatchObject({ paidTotal: 5470, balance: 0 })
    expect((await getOrder(orderId)).payments).toHaveLength(1)
    expect(await p.getStock(product)).toBe(3)
    expect(countRefunds()).toBe(0)
    expect(await getRetryMinutes(id)).toBe(null)
  },
)

test('a payment after the end is refunded if its product was deleted', async () => {
  p.fakes.mollie.isCancelable = false
  await p.place(await p.fillCart(product), 'mollie')
  const { sessionId } = await p.getSession()
  await p.checkPayments()
  await p.t.call('owner', productApi.delete, { params: { id: product._id } })
  const before = await countOrders()
  await p.deliver(p.fakes.mollie.setStatus(sessionId, 'paid'))
  expect((await p.getSession()).state).toBe('late')
  await p.checkPayments()
  expect((await p.getSession()).state).toBe('refunded')
  expect(p.fakes.mollie.payments.get(sessionId)?.refunds).toHaveLength(1)
  expect(await countOrders()).toBe(before)
  p.fakes.mollie.isCancelable = true
})

test('a payment of a canceled order is refunded', async () => {
  const shopper = await p.fillCart(product)
  const path = String((await p.place(shopper, 'bank_transfer')).headers['location'])
  await shopper.send({ intent: 'pay', payment: await p.getMethod('stripe') }, { url: path })
  const { sessionId, orderId } = await p.getSession()
  await p.t.call('owner', orderApi.updateStatus, {
    params: { id: orderId ?? '' },
    body: { status: 'cancelled', reason: 'customer' },
  })
  await p.deliver(p.fakes.stripe.pay(sessionId))
  expect((await p.getSession()).state).toBe('late')
  await p.checkPayments()
  expect((await p.getSession()).state).toBe('refunded')
  expect(countRefunds()).toBe(1)
})
