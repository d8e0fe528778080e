import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { taxApi } from '#contract/store/tax.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { testAddress } from '../testing/subject/test-address.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let variants: string[]
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: {
        status: 'live',
        currency: 'EUR',
        address: { line1: 'Kai 1', city: 'Hamburg', country: 'DE' },
        defaultTaxRate: 19,
        taxIncluded: true,
        euTaxRule: 'destination',
        vatId: 'DE136695976',
      },
    },
  })
  const steps = [{ from: 0, price: 595 }]
  await t.call('owner', shippingApi.create, {
    body: {
      name: 'World',
      rates: [{ _id: crypto.randomUUID(), name: 'Standard', kind: 'flat', steps }],
    },
  })
  await t.call('owner', paymentMethodApi.create, {
    body: { kind: 'bank_transfer', name: 'Bank transfer', password: samplePassword },
  })
  const taxClass = await t.call('owner', taxApi.create, {
    body: {
      name: 'Books',
      rates: [
        { country: 'DE', rate: 7 },
        { country: 'FR', rate: 5.5 },
        { country: 'ES', rate: 4 },
        { country: 'ES', region: 'Las Palmas', rate: 3 },
      ],
    },
  })
  variants = []
  for (const body of [
    { title: 'Book', price: 1070, taxClass: taxClass.body.data._id },
    { title: 'Pot', price: 11_900 },
  ]) {
    const reply = await t.call('owner', productApi.create, {
      body: { ...body, stock: 99, status: 'active' },
    })
    variants.push(reply.body.data.variants[0]._id)
  }
})
afterAll(() => t.close())

async function fillCart() {
  const shopper = new Shopper(t)
  for (const variant of variants) await shopper.send({ intent: 'add', variant, quantity: '1' })
  return shopper
}

async function readForm(shopper: Shopper) {
  const { body } = await shopper.open('/checkout')
  const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  return {
    shipping: read(/name="shipping"[^>]*checked=""[^>]*value="([^"]*)"/),
    payment: read(/name="payment"[^>]*checked=""[^>]*value="([^"]*)"/),
    total: read(/name="total" value="([^"]*)"/),
  }
}

/** Quotes the entries, as the script of the page does, and places the order that it shows. */
async function place(entries: Record<string, string>) {
  const shopper = await fillCart()
  const fields = { ...testAddress, ...entries }
  await shopper.send({ intent: 'quote', ...fields }, { url: '/checkout' })
  const form = await readForm(shopper)
  const reply = await shopper.send({ intent: 'place', ...fields, ...form }, { url: '/checkout' })
  const path = String(reply.headers.location)
  const id = /^\/orders\/([^/]+)\//.exec(path)?.[1] ?? ''
  const order = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  return { order, path, page: (await visit(t, path)).body }
}

test('each line and the shipping of a checkout have the rates of the address', async () => {
  const home = await place({})
  expect(home.order).toMatchObject({
    lines: [
      { taxRate: 7, tax: 70 },
      { taxRate: 19, tax: 1900 },
    ],
    shippingTaxRate: 19,
    shippingTax: 95,
    taxTotal: 2065,
    total: 13_565,
    taxExemption: '',
  })
  expect(home.page).toContain('Including tax 7%')
  expect(home.page).toContain('Including tax 19%')
  const summary = await visit(t, `${home.path}/invoice`)
  const rows = [...summary.body.matchAll(/<tr><td>([^<]*%)<\/td>(.*?)<\/tr>/g)]
  expect(
    rows.map(([, rate, cells = '']) => [
      rate,
      cells
        .replaceAll(/<[^>]*>|€/g, ' ')
        .split(/\s+/)
        .filter(Boolean),
    ]),
  ).toEqual([
    ['7%', ['10.00', '0.70', '10.70']],
    ['19%', ['105.00', '19.95', '124.95']],
  ])
  const abroad = await place({ country: 'FR' })
  expect(abroad.order).toMatchObject({ lines: [{ taxRate: 5.5 }, { taxRate: 19 }], total: 13_565 })
})

test('a company in another EU country pays prices without tax', async () => {
  const { order, page, path } = await place({
    country: 'FR',
    company: 'Pots <SARL>',
    vatId: 'fr 40 303 265 045',
  })
  expect(order).toMatchObject({
    customer: { company: 'Pots <SARL>', vatId: 'FR40303265045' },
    lines: [
      { unitPrice: 1000, taxRate: 0, tax: 0 },
      { unitPrice: 10_000, taxRate: 0, tax: 0 },
    ],
    shippingTotal: 500,
    shippingTax: 0,
    taxTotal: 0,
    total: 11_500,
    taxExemption: 'reverse_charge',
  })
  const summary = await visit(t, `${path}/invoice`)
  await t.runJobs()
  const mail = (await listMailsTo(t, testAddress.email)).at(-1) ?? ''
  for (const paper of [page, summary.body, mail]) {
    expect(paper).toContain('Reverse charge')
    expect(paper).toContain('FR40303265045')
    expect(paper).toContain(paper === mail ? 'Pots <SARL>' : 'Pots &lt;SARL&gt;')
  }
  for (const paper of [summary.body, mail]) expect(paper).toContain('DE136695976')
})

test('a VAT ID in the country of the store changes nothing', async () => {
  const { order } = await place({ vatId: 'DE136695976' })
  expect(order).toMatchObject({ taxExemption: '', total: 13_565 })
})

test.each(['FR40303265046', 'keine', 'none', 'n/a', '-', '136695976', 'CHE123456788'])(
  'the VAT ID %s is rejected, and no order is placed',
  async vatId => {
    const shopper = await fillCart()
    const count = async () => (await t.call('owner', orderApi.getCounts)).body.data
    const before = await count()
    const reply = await shopper.send(
      { intent: 'place', ...testAddress, vatId, ...(await readForm(shopper)) },
      { url: '/checkout' },
    )
    expect(reply.statusCode).toBe(422)
    expect(reply.body).toContain('Enter a valid VAT ID')
    expect(await count()).toEqual(before)
  },
)

test('a shopper cannot move an order to a region with other taxes', async () => {
  const { order, path } = await place({ country: 'ES', postalCode: '28013', region: 'Madrid' })
  const { email: _, country: __, ...rest } = testAddress
  const send = (region: string) =>
    new Shopper(t).send(
      { intent: 'address', ...rest, line2: '', postalCode: '28013', region },
      { url: path },
    )
  expect((await send('Las Palmas')).statusCode).toBe(409)
  const get = async () =>
    (await t.call('owner', orderApi.get, { params: { id: order._id } })).body.data
  expect(await get()).toEqual(order)
  expect((await send('Barcelona')).statusCode).toBe(303)
  expect((await get()).shippingAddress.region).toBe('Barcelona')
})
