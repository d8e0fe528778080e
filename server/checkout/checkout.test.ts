import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { testAddress } from '../testing/subject/test-address.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

type Product = { _id: string; variants: { _id: string; version: number }[] }

let t: TestApp
let teapot: Product
let lamp: Product
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: {
        status: 'live',
        languages: ['de'],
        address: { country: 'DE' },
        defaultTaxRate: 19,
        taxIncluded: true,
      },
    },
  })
  await t.call('owner', shippingApi.create, { body: zone })
  await t.call('owner', paymentMethodApi.create, {
    body: {
      kind: 'bank_transfer',
      name: 'Bank transfer',
      instructions: 'IBAN <b>DE00</b>',
      password: samplePassword,
    },
  })
  await t.call('owner', paymentMethodApi.create, {
    body: { kind: 'other', name: 'Barter', enabled: false, password: samplePassword },
  })
  const reply = await t.call('owner', productApi.create, {
    body: { title: 'Desk lamp', price: 5000, stock: 99, status: 'active' },
  })
  lamp = reply.body.data
})
beforeEach(async () => {
  const reply = await t.call('owner', productApi.create, {
    body: { title: 'Blue teapot', price: 2490, stock: 5, status: 'active' },
  })
  teapot = reply.body.data
})
afterAll(() => t.close())

const getVariantId = (product: Product) => product.variants[0]?._id ?? ''
const zone = {
  name: 'Germany',
  destinations: [{ country: 'DE' }],
  rates: [
    { _id: crypto.randomUUID(), name: 'Standard', kind: 'flat', steps: [{ from: 0, price: 490 }] },
  ],
}

async function fillCart(quantity = 1) {
  const shopper = new Shopper(t)
  await shopper.send({
    intent: 'add',
    variant: getVariantId(teapot),
    quantity: String(quantity),
  })
  return shopper
}

/** Returns the values that the form of the page would send. */
async function readForm(shopper: Shopper) {
  const { body } = await shopper.open('/checkout')
  const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  return {
    shipping: read(/name="shipping"[^>]*checked=""[^>]*value="([^"]*)"/),
    payment: read(/name="payment"[^>]*checked=""[^>]*value="([^"]*)"/),
    total: read(/name="total" value="([^"]*)"/),
    fingerprint: read(/name="fingerprint" value="([^"]*)"/),
  }
}

const place = async (shopper: Shopper, changes: Record<string, string> = {}) =>
  shopper.send(
    { intent: 'place', ...testAddress, ...(await readForm(shopper)), ...changes },
    { url: '/checkout' },
  )

/** Returns everything that an order changes, to compare before and after a rejection. */
const readTables = () =>
  t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    const [row] = await tx`
      select (select count(*) from "order") as orders, (select count(*) from order_line) as lines,
        (select count(*) from customer) as customers, (select count(*) from cart_line) as cart_lines,
        (select sum(stock) from variant) as stock,
        (select count(*) from graphile_worker.jobs where task_identifier = 'order.mail') as mails`
    return row
  })

test('a cart becomes an order with its stock, customer, totals and texts', async () => {
  const shopper = await fillCart(2)
  const redirect = await shopper.send({ intent: 'checkout', note: 'Ring twice' })
  expect(redirect.headers.location).toBe('/checkout')
  const reply = await place(shopper)
  expect(reply.statusCode).toBe(303)
  const path = String(reply.headers.location)
  const [, id = ''] = /^\/orders\/([^/]+)\/[\w-]{43}$/.exec(path) ?? []
  const order = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  expect(order).toMatchObject({
    source: 'storefront',
    status: 'pending',
    paymentStatus: 'unpaid',
    customer: { name: 'Ada Verne', email: 'ada@example.com' },
    shippingAddress: { line1: 'Quay 4', country: 'DE' },
    shippingMethod: 'Standard',
    customerNote: 'Ring twice',
    subtotal: 4980,
    shippingTotal: 490,
    shippingTax: 78,
    taxTotal: 873,
    total: 5470,
  })
  const product = (await t.call('owner', productApi.get, { params: { id: teapot._id } })).body.data
  expect(product.stock).toBe(3)
  expect([...shopper.cookies]).toEqual([])
  const page = await visit(t, path)
  expect(page.body).toContain(order.number)
  expect(page.body).toContain('Including tax 19%')
  expect(page.body).toContain('IBAN &lt;b&gt;DE00&lt;/b&gt;')
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
})

test('a form that is sent twice places one order', async () => {
  const shopper = await fillCart()
  const fields = { intent: 'place', ...testAddress, ...(await readForm(shopper)) }
  const before = await readTables()
  const replies = await Promise.all(
    [1, 2, 3].map(() => {
      const tab = new Shopper(t)
      for (const [name, value] of shopper.cookies) tab.cookies.set(name, value)
      return tab.send(fields, { url: '/checkout' })
    }),
  )
  const paths = new Set(replies.map(({ headers }) => headers.location))
  expect(paths.size).toBe(1)
  expect(String([...paths][0])).toMatch(/^\/orders\//)
  expect(Number((await readTables())?.['orders']) - Number(before?.['orders'])).toBe(1)
})

test.each([
  ['another total', { total: '1' }, 409, 'Prices or quantities have changed'],
  ['other items at the same total', { fingerprint: 'x' }, 409, 'Prices or quantities have changed'],
  ['no email', { email: '' }, 422, 'Fill in this field.'],
  ['no street', { line1: '' }, 422, 'Fill in this field.'],
  ['no postal code', { postalCode: '' }, 422, 'Fill in this field.'],
  ['an unknown delivery', { shipping: crypto.randomUUID() }, 422, 'Choose a delivery method.'],
  ['an unknown payment', { payment: crypto.randomUUID() }, 422, 'Choose a payment method.'],
  ['a country that is none', { country: 'Deutschland' }, 422, 'Check this field.'],
])('%s is rejected, and nothing is written', async (_, changes, status, text) => {
  const shopper = await fillCart()
  await readForm(shopper)
  const before = await readTables()
  const reply = await place(shopper, changes)
  expect(reply.statusCode).toBe(status)
  expect(reply.body).toContain(text)
  expect(await readTables()).toEqual(before)
})

test('a price that rises after the page was shown is not charged', async () => {
  const shopper = await fillCart()
  const fields = await readForm(shopper)
  await t.call('owner', productApi.update, { params: { id: teapot._id }, body: { price: 9900 } })
  const before = await readTables()
  const reply = await place(shopper, fields)
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('Prices or quantities have changed')
  expect(await readTables()).toEqual(before)
})

test('items that were exchanged at the same price are shown before they are ordered', async () => {
  const shopper = await fillCart()
  const form = await readForm(shopper)
  const reply = await t.call('owner', productApi.create, {
    body: { title: 'Red teapot', price: 2490, stock: 5, status: 'active' },
  })
  const red = getVariantId(reply.body.data)
  const cart = (await shopper.open('/cart')).body
  const [, line = ''] = /name="line" value="([^"]*)"/.exec(cart) ?? []
  await shopper.send({ intent: 'remove', line })
  await shopper.send({ intent: 'add', variant: red, quantity: '1' })
  const before = await readTables()
  const rejection = await place(shopper, form)
  expect([rejection.statusCode, rejection.body.includes('Red teapot')]).toEqual([409, true])
  expect(await readTables()).toEqual(before)
  expect((await place(shopper)).statusCode).toBe(303)
})

test.each<[string, () => Promise<unknown>]>([
  ['is deleted', () => t.call('owner', productApi.delete, { params: { id: teapot._id } })],
  [
    'is archived',
    () =>
      t.call('owner', productApi.update, {
        params: { id: teapot._id },
        body: { status: 'archived' },
      }),
  ],
  [
    'loses the variant in the cart',
    () => t.inStore(tx => tx`delete from variant where id = ${getVariantId(teapot)}`),
  ],
  [
    'sells out',
    () => t.call('owner', productApi.update, { params: { id: teapot._id }, body: { stock: 0 } }),
  ],
])('a product that %s after the page was shown is not ordered', async (_, change) => {
  const [shopper, other] = [await fillCart(), await fillCart()]
  await other.send({ intent: 'add', variant: getVariantId(lamp), quantity: '1' })
  const [form, otherForm] = [await readForm(shopper), await readForm(other)]
  await change()
  const before = await readTables()
  expect((await place(shopper, form)).headers.location).toBe('/cart')
  expect((await shopper.open()).body).toMatch(/is no longer available\.|is sold out\./)
  const reply = await place(other, otherForm)
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('Prices or quantities have changed')
  expect(await readTables()).toEqual(before)
})

test('a cart that expires after the page was shown is not ordered', async () => {
  const shopper = await fillCart()
  const fields = await readForm(shopper)
  await t.inStore(tx => tx`update cart set updated_at = now() - interval '31 days'`)
  await t.runJob('retention.cleanup')
  const before = await readTables()
  const reply = await place(shopper, fields)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/cart'])
  expect((await shopper.open()).body).toContain('Your cart is empty.')
  expect(await readTables()).toEqual(before)
})

test('ten shoppers of the last unit place one order', async () => {
  const shoppers = await Promise.all(Array.from({ length: 10 }, () => fillCart(1)))
  const forms = await Promise.all(shoppers.map(readForm))
  await t.call('owner', productApi.update, { params: { id: teapot._id }, body: { stock: 1 } })
  const replies = await Promise.all(shoppers.map((shopper, index) => place(shopper, forms[index])))
  const isPlaced = ({ headers }: (typeof replies)[number]) =>
    String(headers.location).startsWith('/orders/')
  expect(replies.filter(isPlaced)).toHaveLength(1)
  const product = (await t.call('owner', productApi.get, { params: { id: teapot._id } })).body.data
  expect(product.stock).toBe(0)
})

test('the page of an order opens only with its link', async () => {
  const path = String((await place(await fillCart())).headers.location)
  const [, , id = '', token = ''] = path.split('/')
  for (const url of [
    `/orders/${id}/${token.slice(1)}x`,
    `/orders/${crypto.randomUUID()}/${token}`,
    `/orders/x/${token}`,
  ])
    expect((await visit(t, url)).statusCode, url).toBe(404)
})

test('the checkout keeps entries, and needs a cart', async () => {
  const shopper = await fillCart()
  const reply = await shopper.send({ intent: 'quote', ...testAddress }, { url: '/checkout' })
  expect(reply.headers.location).toBe('/checkout')
  const { body } = await shopper.open('/checkout')
  expect(body).toContain('value="Quay 4"')
  expect((await new Shopper(t).open('/checkout')).headers.location).toBe('/cart')
  expect(
    (await new Shopper(t).send({ intent: 'quote', ...testAddress }, { url: '/checkout' })).headers
      .location,
  ).toBe('/cart')
})

test('the shopper receives an email in the language of the order', async () => {
  const shopper = await fillCart()
  const reply = await shopper.send(
    { intent: 'place', ...testAddress, email: 'mail@example.com', ...(await readForm(shopper)) },
    { url: '/de/checkout' },
  )
  const path = String(reply.headers.location)
  expect(path).toMatch(/^\/de\/orders\//)
  await t.runJobs()
  const [mail = ''] = await listMailsTo(t, 'mail@example.com')
  expect(mail).toContain('eingegangen')
  expect(mail).toContain(path)
})

test('the shopper receives an email when an order is shipped, but not for an imported order', async () => {
  const shopper = await fillCart()
  const path = String((await place(shopper, { email: 'parcel@example.com' })).headers.location)
  const [, , id = ''] = path.split('/')
  const manual = await t.call('owner', orderApi.create, {
    body: {
      lines: [{ variant: getVariantId(teapot), quantity: 1 }],
      customer: { email: 'parcel@example.com' },
      shippingAddress: { line1: 'Quay 4', city: 'Hamburg', country: 'DE', postalCode: '20457' },
    },
  })
  for (const order of [id, manual.body.data._id])
    await t.call('owner', orderApi.updateStatus, {
      params: { id: order },
      body: { status: 'shipped', tracking: { carrier: 'DHL', number: '0034' } },
    })
  await t.runJobs()
  const mails = await listMailsTo(t, 'parcel@example.com')
  expect(mails).toHaveLength(2)
  expect(mails[1]).toContain('is on its way')
  expect(mails[1]).toContain('DHL 0034')
})

test('a phone number is stored in the international format', async () => {
  const reply = await place(await fillCart(), { phone: '040 123-4567', email: 'tel@example.com' })
  const [, id = ''] = /^\/orders\/([^/]+)\//.exec(String(reply.headers.location)) ?? []
  const order = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  expect(order.customer).toMatchObject({ phone: '+49 40 1234567' })
})

test('text that is not a phone number is rejected, and nothing is ordered', async () => {
  const shopper = await fillCart()
  const before = await readTables()
  const reply = await place(shopper, { phone: 'call me' })
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toContain('Enter a valid phone number with its area code.')
  expect(reply.body).toContain('value="call me"')
  expect(await readTables()).toEqual(before)
})
