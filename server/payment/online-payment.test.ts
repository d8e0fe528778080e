import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { paymentAccountApi } from '#contract/payment/payment-account.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { discountApi } from '#contract/product/discount.ts'
import { productApi } from '#contract/product/product.ts'
import { notificationApi } from '#contract/staff/notification.ts'
import { storeApi } from '#contract/store/store.ts'
import { getRemainingMs } from '../lib/call/deadline.ts'
import { runAsReleased } from '../sale/cancel-payment.ts'
import { loadOrderPath } from '../sale/order-link.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { PaymentTest } from '../testing/subject/test-payment.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { samplePassword } from '../testing/test-sample.ts'

let p: PaymentTest
let product: { _id: string; variant: string }
beforeAll(async () => {
  p = await PaymentTest.start()
})
beforeEach(async () => {
  product = await p.createProduct()
})
afterAll(() => p.close())

const pathOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['location'])
const countOrders = async () => {
  const [row] = await p.t.inStore(
    tx => tx<{ count: number }[]>`select count(*)::integer as count from "order"`,
  )
  return row?.count ?? 0
}
const getOrder = async (id: string | null) =>
  (await p.t.call('owner', orderApi.get, { params: { id: id ?? '' } })).body.data
const listNotificationKinds = async () => {
  const { body } = await p.t.call('owner', notificationApi.list, {})
  return body.data.map(({ kind }: { kind: string }) => kind)
}

test('a paid cart becomes one order, whatever arrives first and how often', async () => {
  // The emails of the other tests use up the limit of their recipient.
  const email = 'grace@example.com'
  const shopper = await p.fillCart(product)
  const reply = await p.place(shopper, 'stripe', { email })
  expect(reply.statusCode).toBe(303)
  expect(pathOf(reply)).toMatch(/^\/pay\/[\w-]+\/[\w-]{43}$/)
  const before = await countOrders()
  const page = await shopper.open(pathOf(reply))
  const { sessionId } = await p.getSession()
  const remote = p.fakes.stripe.sessions.get(sessionId)
  expect(page.headers['refresh']).toBe(`0;url=${remote?.url}`)
  expect(page.body).toContain('Your items are reserved for you until')
  expect(remote).toMatchObject({ amount_total: 2 * 2490 + 490, currency: 'usd' })
  expect(await p.getStock(product), 'the units are held').toBe(3)

  const webhooks = p.fakes.stripe.pay(sessionId)
  const forged = webhooks.map(webhook => ({
    ...webhook,
    headers: { ...webhook.headers, 'stripe-signature': 't=1,v1=00' },
  }))
  expect(await p.deliver(forged)).toEqual([400])
  expect(await countOrders(), 'a forged webhook changes nothing').toBe(before)

  const [returned] = await Promise.all([
    shopper.open(`${pathOf(reply)}?from=paid`),
    p.deliver(webhooks),
    p.deliver(webhooks),
  ])
  expect(await p.deliver(webhooks)).toEqual([200])
  expect(await countOrders()).toBe(before + 1)
  const session = await p.getSession()
  expect(session.state).toBe('paid')
  expect(returned.statusCode).toBe(303)
  expect(pathOf(returned)).toContain(`/orders/${session.orderId}/`)
  expect(shopper.cookies.size, 'the cart is gone').toBe(0)
  const order = await getOrder(session.orderId)
  expect(order).toMatchObject({
    total: 5470,
    paidTotal: 5470,
    paymentStatus: 'paid',
    source: 'storefront',
    lines: [{ title: 'Blue teapot', quantity: 2 }],
    payments: [{ amount: 5470, method: 'card', reference: expect.stringMatching(/^pi_/) }],
  })
  expect(await p.getStock(product)).toBe(3)
  expect((await shopper.open(pathOf(returned))).body).not.toContain('Pay now')
  await p.t.runJobs()
  const mails = await listMailsTo(p.t, email)
  expect(mails.filter(mail => mail.includes(order.number))).toHaveLength(1)
})

test('a repeated form finds its payment, and a changed cart replaces it', async () => {
  const shopper = await p.fillCart(product)
  const form = await p.readCheckout(shopper)
  const [first, second] = await Promise.all([p.send(shopper, form), p.send(shopper, form)])
  expect(pathOf(first)).toMatch(/^\/pay\//)
  expect(pathOf(second)).toBe(pathOf(first))
  expect(await p.getStock(product)).toBe(3)
  const { sessionId } = await p.getSession()

  for (const path of ['/cart', '/checkout'])
    expect(pathOf(await shopper.open(path))).toBe(`${pathOf(first)}?from=canceled`)

  await shopper.send({ intent: 'add', variant: product.variant, quantity: '1' })
  expect(p.fakes.stripe.sessions.get(sessionId)?.status).toBe('expired')
  expect(await p.getStock(product)).toBe(5)
  const changed = await p.place(shopper)
  expect(pathOf(changed)).not.toBe(pathOf(first))
  expect(await p.getStock(product)).toBe(2)
})

test('another form of the same cart replaces its payment', async () => {
  const shopper = await p.fillCart(product)
  const form = await p.readCheckout(shopper)
  const before = await countOrders()
  await p.send(shopper, { ...form, name: 'Ada' })
  const { sessionId } = await p.getSession()
  const reply = await p.send(shopper, { ...form, payment: await p.getMethod('bank_transfer') })
  expect(pathOf(reply)).toMatch(/^\/orders\//)
  expect(p.fakes.stripe.sessions.get(sessionId)?.status).toBe('expired')
  expect(await p.getStock(product)).toBe(3)
  expect(await countOrders()).toBe(before + 1)
})

test('an incomplete form keeps the payment of the earlier form, and its page still offers the held units', async () => {
  const { body } = await p.t.call('owner', discountApi.create, {
    body: { name: 'Last use', code: 'LAST', percentage: 10, usageLimit: 1 },
  })
  const last = await p.createProduct(3)
  const shopper = await p.fillCart(last)
  const form = await p.readCheckout(shopper, 'stripe', { code: 'LAST' })
  await p.send(shopper, form)
  const held = await p.getSession()
  const readRest = async () => ({
    session: await p.getSession(),
    stock: await p.getStock(last),
    lines: await p.t.inStore(
      tx => tx`select quantity from cart_line where variant_id = ${last.variant}`,
    ),
    remote: p.fakes.stripe.sessions.get(held.sessionId)?.status,
  })
  const before = await readRest()
  const wrongFields = { name: '', postalCode: '', shipping: 'x', total: '1' }
  for (const [name, value] of Object.entries(wrongFields)) {
    const reply = await p.send(shopper, { ...form, [name]: value })
    expect(reply.statusCode, name).toBe(name === 'total' ? 409 : 422)
    expect(reply.body).toContain(`name="total" value="${form['total']}"`)
    expect(await readRest()).toEqual(before)
  }
  const payment = { storeId: p.t.people.owner.storeId, id: held.id }
  expect(await runAsReleased(p.t.app, payment, async () => getRemainingMs())).toBeGreaterThan(0)

  expect(pathOf(await p.send(shopper, { ...form, name: 'Grace' }))).toMatch(/^\/pay\//)
  const { sessionId } = await p.getSession()
  expect(p.fakes.stripe.sessions.get(sessionId)?.amount_total).toBe(4980 - 498 + 490)
  expect(await readRest()).toMatchObject({ stock: 1, remote: 'expired' })
  await p.t.call('owner', discountApi.delete, { params: { id: body.data._id } })
})

test('a shopper who leaves the payment page can change the order', async () => {
  await p.t.call('owner', discountApi.create, {
    body: { name: 'One use', code: 'ONE', percentage: 10, usageLimit: 1 },
  })
  const shopper = await p.fillCart(product)
  const path = pathOf(await p.place(shopper, 'stripe', { code: 'ONE' }))
  const { sessionId } = await p.getSession()
  expect(p.fakes.stripe.sessions.get(sessionId)?.amount_total).toBe(4980 - 498 + 490)
  const rival = await p.fillCart(product)
  expect((await p.place(rival, 'stripe', { code: 'ONE' })).statusCode, 'the code is held').toBe(422)
  const canceled = await shopper.open(`${path}?from=canceled`)
  expect(canceled.body).toContain('You left the payment page. Nothing was charged.')
  expect(canceled.body).toContain('Continue to payment')
  expect(pathOf(await shopper.send({}, { url: path }))).toBe('/cart')
  expect(p.fakes.stripe.sessions.get(sessionId)?.status).toBe('expired')
  expect(await p.getStock(product)).toBe(5)
  expect((await p.place(rival, 'stripe', { code: 'ONE' })).statusCode).toBe(303)
  expect((await shopper.open(path)).body).toContain('The payment wasn’t completed')
})

test('units are for sale again after 30 minutes, unless the shopper paid in the last second', async () => {
  await p.place(await p.fillCart(product))
  const { sessionId } = await p.getSession()
  await p.checkPayments()
  expect(p.fakes.stripe.sessions.get(sessionId)?.status).toBe('expired')
  expect(await p.getStock(product)).toBe(5)

  await p.place(await p.fillCart(product))
  const second = await p.getSession()
  p.fakes.stripe.pay(second.sessionId)
  await p.checkPayments()
  const { state, orderId } = await p.getSession()
  expect(state).toBe('paid')
  expect(await getOrder(orderId)).toMatchObject({ paymentStatus: 'paid' })
  expect(await p.getStock(product)).toBe(3)
})

test.each([
  ['down', 2],
  ['error-500', 2],
  ['lost-answer', 2],
  ['unknown-key', 1],
] as const)(
  'a provider that fails (%s) charges nothing, and no units stay held',
  async (failure, count) => {
    const shopper = await p.fillCart(product)
    p.fakes.failNext(failure, { path: /checkout\/sessions$/, count })
    const reply = await p.place(shopper)
    expect(reply.statusCode).toBe(409)
    expect(reply.body).toContain('This payment method doesn’t work at the moment.')
    expect(await p.getStock(product)).toBe(5)
    expect((await p.getSession()).state).toBe('expired')
  },
)

test('a payment after the end becomes an order or is refunded', async () => {
  p.fakes.mollie.isCancelable = false
  for (const stockLeft of [5, 0]) {
    await p.t.call('owner', productApi.update, {
      params: { id: product._id },
      body: { stock: 5 },
    })
    await p.place(await p.fillCart(product), 'mollie')
    const { sessionId } = await p.getSession()
    await p.checkPayments()
    expect(await p.getStock(product), 'Mollie cannot end it, the units come back').toBe(5)
    await p.t.call('owner', productApi.update, {
      params: { id: product._id },
      body: { stock: stockLeft },
    })
    const before = await countOrders()
    await p.deliver(p.fakes.mollie.setStatus(sessionId, 'paid'))
    expect(await countOrders()).toBe(before + (stockLeft ? 1 : 0))
  }
  expect((await p.getSession()).state).toBe('late')
  await p.checkPayments()
  await p.checkPayments()
  const { sessionId, state } = await p.getSession()
  expect(state).toBe('refunded')
  expect(p.fakes.mollie.payments.get(sessionId)?.refunds).toHaveLength(1)
  expect(await listNotificationKinds()).toContain('payment_late')
  await p.t.runJobs()
  // Emails that are sent at the same time have no fixed order.
  const mails = await listMailsTo(p.t, 'ada@example.com')
  const refund = mails.find(mail => mail.includes('refunded the full amount.'))
  expect(refund).toMatch(/^2 .+ Blue teapot/m)
  p.fakes.mollie.isCancelable = true
})

test('the order keeps the lines and prices of the checkout, also of a product that was deleted meanwhile', async () => {
  await p.place(await p.fillCart(product))
  const { sessionId } = await p.getSession()
  await p.t.call('owner', productApi.delete, { params: { id: product._id } })
  await p.deliver(p.fakes.stripe.pay(sessionId))
  const { orderId } = await p.getSession()
  expect(await getOrder(orderId)).toMatchObject({
    total: 5470,
    paymentStatus: 'paid',
    lines: [{ title: 'Blue teapot', quantity: 2, unitPrice: 2490, variant: null }],
  })
})

test('a bank debit keeps the units until it arrives or fails', async () => {
  for (const outcome of ['succeeded', 'failed'] as const) {
    const stock = await p.getStock(product)
    await p.place(await p.fillCart(product))
    const { sessionId } = await p.getSession()
    await p.deliver(p.fakes.stripe.pay(sessionId, { isPending: true }))
    const { state, orderId } = await p.getSession()
    expect(state).toBe('processing')
    expect(await getOrder(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'unpaid' })
    await p.deliver(p.fakes.stripe.finishDebit(sessionId, outcome))
    const isPaid = outcome === 'succeeded'
    expect(await getOrder(orderId)).toMatchObject(
      isPaid ? { status: 'pending', paymentStatus: 'paid' } : { status: 'cancelled' },
    )
    expect(await p.getStock(product)).toBe(stock - (isPaid ? 2 : 0))
  }
  expect(await listNotificationKinds()).toContain('payment_failed')
})

test('20 shoppers of the last unit reserve it once', async () => {
  const last = await p.createProduct(1)
  const shoppers = await Promise.all(Array.from({ length: 20 }, () => p.fillCart(last, 1)))
  const replies = await Promise.all(shoppers.map(shopper => p.place(shopper)))
  expect(replies.filter(reply => pathOf(reply).startsWith('/pay/'))).toHaveLength(1)
  expect(await p.getStock(last)).toBe(0)
})

test('an unpaid order is paid from its page, once', async () => {
  const shopper = await p.fillCart(product)
  const path = pathOf(await p.place(shopper, 'bank_transfer'))
  const page = await shopper.open(path)
  expect(page.body).toContain('Pay now: Pay by stripe')
  const [, payment = ''] = /name="payment" value="([^"]+)"/.exec(page.body) ?? []
  const pay = () => shopper.send({ intent: 'pay', payment }, { url: path })
  const [first, second] = await Promise.all([pay(), pay()])
  expect(pathOf(second)).toBe(pathOf(first))
  const { sessionId } = await p.getSession()
  await p.deliver(p.fakes.stripe.pay(sessionId))
  const { orderId } = await p.getSession()
  expect(await getOrder(orderId)).toMatchObject({ paymentStatus: 'paid', balance: 0 })
  expect(pathOf(await shopper.open(pathOf(first)))).toBe(path)
  expect((await pay()).statusCode, 'nothing is due').toBe(409)
})

test('an order of staff that is paid on a copied link sends emails from then on', async () => {
  const tester = createOrderTester(p.t)
  const { variant } = await p.createProduct()
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 1 }],
    customer: { name: 'Ada', email: 'copied@example.com' },
  })
  expect(order.sendsEmails).toBe(false)
  const path = await loadOrderPath(p.t.app, { storeId: p.t.people.owner.storeId, id: order._id })
  const payment = await p.getMethod('stripe')
  await new Shopper(p.t).send({ intent: 'pay', payment }, { url: path })
  await p.deliver(p.fakes.stripe.pay((await p.getSession()).sessionId))
  expect(await tester.getOrder(order._id)).toMatchObject({
    sendsEmails: true,
    paymentStatus: 'paid',
  })
  await tester.updateStatus(order._id, 'shipped')
  await p.t.runJobs()
  const mails = await listMailsTo(p.t, 'copied@example.com')
  expect(mails.map(mail => /^Subject: (.*?)\r?$/m.exec(mail)?.[1])).toEqual([
    `Payment for order ${order.number} received`,
    `Order ${order.number} is on its way`,
  ])
})

test('another amount at the provider is never counted, and staff are notified of it', async () => {
  const shopper = await p.fillCart(product)
  const path = pathOf(await p.place(shopper))
  const { id, sessionId } = await p.getSession()
  const before = await countOrders()
  const webhooks = p.fakes.stripe.pay(sessionId)
  const remote = p.fakes.stripe.sessions.get(sessionId)
  if (remote) remote.amount_total = 1
  await p.deliver(webhooks)
  await p.deliver(webhooks)
  expect(await countOrders()).toBe(before)
  expect(await p.getStock(product)).toBe(5)
  expect((await shopper.open(`${path}?from=paid`)).body).toContain('We’re checking your payment')
  const { body } = await p.t.call('owner', notificationApi.list, {})
  const mismatches = body.data.filter(({ kind }: { kind: string }) => kind === 'payment_mismatch')
  expect(mismatches).toMatchObject([
    {
      subjectId: id,
      data: { customer: 'ada@example.com', total: 1, currency: 'USD', source: 'stripe' },
    },
  ])
})

test('events in the reverse sequence change nothing', async () => {
  await p.place(await p.fillCart(product))
  const { sessionId } = await p.getSession()
  const completed = p.fakes.stripe.pay(sessionId, { isPending: true })
  await p.deliver(p.fakes.stripe.finishDebit(sessionId, 'succeeded'))
  const { state, orderId } = await p.getSession()
  const order = await getOrder(orderId)
  expect([state, order.paymentStatus]).toEqual(['paid', 'paid'])
  expect(await p.deliver(completed)).toEqual([200])
  expect(await getOrder(orderId)).toEqual(order)
})

test('staff are notified that the provider rejects the key', async () => {
  const isFailing = async () =>
    (await p.t.call('owner', paymentAccountApi.list)).body.data[0].account.isFailing
  // The key was refused in an earlier test too.
  await p.t.inStore(tx => tx`update payment_account set is_failing = false`)
  p.fakes.failNext('unknown-key', { path: /checkout\/sessions$/ })
  expect((await p.place(await p.fillCart(product))).statusCode).toBe(409)
  expect(await isFailing()).toBe(true)
  expect(await listNotificationKinds()).toContain('payment_account_failed')
})

test('the page of a payment opens with its own token only', async () => {
  const shopper = await p.fillCart(product)
  const path = pathOf(await p.place(shopper))
  const { id } = await p.getSession()
  expect((await shopper.open(`/pay/${id}/${'A'.repeat(43)}`)).statusCode).toBe(404)
  expect((await shopper.open('/pay/x/y')).statusCode).toBe(404)
  const page = await shopper.open(path)
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
})

test('the lines, the total and the charge agree in each currency, or nothing is charged', async () => {
  const { storeId } = p.t.people.owner
  const setCurrencyAndTaxes = async (
    currency: string,
    taxIncluded: boolean,
    defaultTaxRate: number,
  ) => {
    await p.t.call('owner', storeApi.update, {
      params: { id: storeId },
      body: { data: { taxIncluded, defaultTaxRate } },
    })
    await p.t.inStore(tx => tx`update store set currency = ${currency} where id = ${storeId}`)
  }
  const discount = await p.t.call('owner', discountApi.create, {
    body: { name: 'Odd', percentage: 12.5 },
  })
  for (const [currency, taxIncluded, price] of [
    ['EUR', true, 3333],
    ['JPY', false, 3333],
    ['KWD', true, 8000],
  ] as const) {
    await setCurrencyAndTaxes(currency, taxIncluded, 19)
    await p.t.inStore(tx => tx`update variant set price = ${price} where id = ${product.variant}`)
    await p.place(await p.fillCart(product, 1))
    const { sessionId } = await p.getSession()
    await p.deliver(p.fakes.stripe.pay(sessionId))
    const order = await getOrder((await p.getSession()).orderId)
    const lineTotal = order.lines.reduce(
      (sum: number, line: { total: number }) => sum + line.total,
      0,
    )
    const shippingTax = taxIncluded ? 0 : Math.round(490 * 0.19)
    expect(order.discountTotal, currency).toBe(Math.round(price * 0.125))
    expect(order).toMatchObject({ currency, total: lineTotal + 490 + shippingTax, balance: 0 })
    expect(p.fakes.stripe.sessions.get(sessionId)?.amount_total).toBe(order.total)
  }

  // The third decimal of the total is not 0, which providers would round.
  await setCurrencyAndTaxes('KWD', false, 19)
  const stock = await p.getStock(product)
  const before = p.fakes.stripe.sessions.size
  const reply = await p.place(await p.fillCart(product, 1))
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toContain('This payment method can’t charge the exact total.')
  expect(p.fakes.stripe.sessions.size).toBe(before)
  expect(await p.getStock(product)).toBe(stock)
  const path = pathOf(await p.place(await p.fillCart(product, 1), 'bank_transfer'))
  const payment = await p.getMethod('stripe')
  const unpayable = await new Shopper(p.t).send({ intent: 'pay', payment }, { url: path })
  expect(unpayable.statusCode).toBe(422)
  expect(unpayable.body).toContain('This payment method can’t charge the exact total.')

  await p.t.call('owner', discountApi.delete, { params: { id: discount.body.data._id } })
  await setCurrencyAndTaxes('USD', false, 0)
})

test('a product leads to the checkout with the first online payment that is turned on', async () => {
  const shopper = await p.fillCart(product)
  const { slug } = (await p.t.call('owner', productApi.get, { params: { id: product._id } })).body
    .data
  const readOffer = async () => {
    p.t.advanceClock(1000)
    const { body } = await shopper.open(`/products/${slug}`)
    return /Check out with ([^<]*)/.exec(body)?.[1]
  }
  const chosen = (name: string) => new RegExp(`name="payment" checked=""[^>]*>(<[^>]*>)*${name}`)
  expect(await readOffer()).toBe('Pay by stripe')
  const add = { intent: 'add', variant: product.variant, quantity: '1', next: 'checkout' }
  const path = String((await shopper.send(add)).headers.location)
  expect((await shopper.open(path)).body).toMatch(chosen('Pay by stripe'))

  const setEnabled = async (kind: 'stripe' | 'mollie', enabled: boolean) =>
    p.t.call('owner', paymentMethodApi.update, {
      params: { id: await p.getMethod(kind) },
      body: { enabled, password: samplePassword },
    })
  await setEnabled('stripe', false)
  expect(await readOffer()).toBe('Pay by mollie')
  await setEnabled('mollie', false)
  expect(await readOffer()).toBeUndefined()
  // From a page that was opened before.
  expect((await shopper.open(path)).body).toMatch(chosen('Bank transfer'))
  await setEnabled('stripe', true)
  await setEnabled('mollie', true)
  expect(await readOffer()).toBe('Pay by stripe')

  const params = { id: product._id }
  await p.t.call('owner', productApi.update, { params, body: { stock: 0 } })
  expect(await readOffer(), 'the product is sold out').toBeUndefined()
  const late = new Shopper(p.t)
  expect((await late.send(add)).statusCode).toBe(409)
  expect(late.cookies.size, 'no cart').toBe(0)
})
