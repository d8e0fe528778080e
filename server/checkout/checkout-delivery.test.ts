import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import type { Address } from '#contract/lib/country/address.ts'
import { orderApi } from '#contract/order/order.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let teapot: string
let guide: string
const [parcel, pickup] = [crypto.randomUUID(), crypto.randomUUID()]
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live', address: { country: 'DE' } } },
  })
  const flat = { kind: 'flat', steps: [{ from: 0, price: 490 }] }
  await t.call('owner', shippingApi.create, {
    body: {
      name: 'Everywhere',
      destinations: [],
      rates: [
        { ...flat, _id: parcel, name: 'Parcel', minDays: 2, maxDays: 4 },
        { ...flat, _id: pickup, name: 'Pickup', kind: 'pickup', steps: [{ from: 0, price: 0 }] },
      ],
    },
  })
  const island = (name: string, excludedClasses: string[]) => ({
    ...flat,
    _id: crypto.randomUUID(),
    name,
    excludedClasses,
  })
  await t.call('owner', shippingApi.create, {
    body: {
      name: 'Iceland',
      destinations: [{ country: 'IS' }],
      rates: [island('Van', ['Bulky', 'Fuel']), island('Ship', ['Fuel', 'Fresh'])],
    },
  })
  await t.call('owner', paymentMethodApi.create, {
    body: { kind: 'bank_transfer', name: 'Bank', password: samplePassword },
  })
  teapot = await createVariant({ title: 'Teapot', price: 2490 })
  guide = await createVariant({ title: 'Tea guide', price: 900, requiresShipping: false })
})
beforeEach(async () => {
  await setAddress({ country: 'DE' })
  await deliverTo('Everywhere')
  await deliverTo('Iceland', 'IS')
})
afterAll(() => t.close())

const setAddress = (address: Address) =>
  t.inStore(tx => tx`update store set address = ${tx.json(address)}`)
/** Sets the countries of a zone. A zone without countries contains all. */
const deliverTo = (zone: string, ...countries: string[]) => {
  const destinations = countries.map(country => ({ country, regions: [], postalCodes: [] }))
  return t.inStore(
    tx => tx`
      update shipping_zone set destinations = ${tx.json(destinations)} where name = ${zone}`,
  )
}
async function createVariant(body: object): Promise<string> {
  const { data } = (
    await t.call('owner', productApi.create, { body: { status: 'active', stock: 50, ...body } })
  ).body
  return data.variants[0]._id
}
const person = { email: 'ada@example.com', name: 'Ada Verne', country: 'FR' }
const street = { line1: 'Quay 4', postalCode: '75001', city: 'Paris' }

async function fillCart(...variants: string[]) {
  const shopper = new Shopper(t)
  for (const variant of variants) await shopper.send({ intent: 'add', variant, quantity: '1' })
  return shopper
}
const quote = async (shopper: Shopper, entries: Record<string, string> = {}) => {
  await shopper.send({ intent: 'quote', ...person, ...entries }, { url: '/checkout' })
  return (await shopper.open('/checkout')).body
}
const readValue = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
const place = (shopper: Shopper, html: string, entries: Record<string, string> = {}) =>
  shopper.send(
    {
      intent: 'place',
      ...person,
      payment: readValue(html, /name="payment"[^>]*checked=""[^>]*value="([^"]*)"/),
      total: readValue(html, /name="total" value="([^"]*)"/),
      ...entries,
    },
    { url: '/checkout' },
  )
const getOrder = async (path: string) =>
  (await t.call('owner', orderApi.get, { params: { id: path.split('/')[2] ?? '' } })).body.data
const countOrders = async () => (await t.call('owner', orderApi.getCounts)).body.data.all

test('goods without delivery need no address and no delivery method', async () => {
  const shopper = await fillCart(guide)
  const html = await quote(shopper)
  expect(html).not.toContain('Delivery method')
  expect(html).toContain('type="hidden" name="line1"')
  expect(html).toContain('>Japan</option>')
  const reply = await place(shopper, html)
  const order = await getOrder(String(reply.headers.location))
  expect(order).toMatchObject({
    shippingAddress: {},
    billingAddress: { name: 'Ada Verne', country: 'FR' },
    shippingMethod: '',
    shippingTotal: 0,
    fulfillmentStatus: 'not_required',
    lines: [{ requiresShipping: false }],
  })
  const page = await shopper.open(String(reply.headers.location))
  expect(page.body).not.toContain('Delivery')
})

test('a single product with delivery in the cart needs the address', async () => {
  const shopper = await fillCart(guide, teapot)
  const html = await quote(shopper, { shipping: parcel })
  expect(html).toContain('Delivery method')
  const before = await countOrders()
  const rejection = await place(shopper, html, { shipping: parcel })
  expect(rejection.statusCode).toBe(422)
  expect(rejection.body.match(/Fill in this field/g)).toHaveLength(3)
  expect(await countOrders()).toBe(before)
  const reply = await place(shopper, html, { shipping: parcel, ...street })
  const { lines } = await getOrder(String(reply.headers.location))
  expect(lines).toMatchObject([
    { title: 'Tea guide', requiresShipping: false },
    { title: 'Teapot', requiresShipping: true },
  ])
})

test('an order for pickup has no shipping address and is billed in the country of the store', async () => {
  const shopper = await fillCart(teapot)
  await setAddress({ line1: 'Mill 1', city: 'Kiel', country: 'DE' })
  const day = (isOpen: boolean) => ({ isOpen, from: '09:00', to: '17:00' })
  const hours = [true, true, true, true, true, false, false].map(day)
  await t.call('owner', cmsApi.update, { body: { contact: { hours } } })
  const email = 'pickup@example.com'
  const html = await quote(shopper, { email, shipping: pickup, ...street })
  expect(html).toContain('type="hidden" name="line1" value="Quay 4"')
  for (const text of ['Mill 1, Kiel', 'Mon–Fri 9:00\u202fAM']) expect(html).toContain(text)
  const reply = await place(shopper, html, { email, shipping: pickup, ...street })
  const path = String(reply.headers.location)
  const order = await getOrder(path)
  expect(order).toMatchObject({
    shippingAddress: {},
    billingAddress: { name: 'Ada Verne', country: 'DE' },
    shippingMethod: 'Pickup',
    fulfillmentStatus: 'not_required',
  })
  const setStatus = (status: 'ready' | 'delivered') =>
    t.call('owner', orderApi.updateStatus, { params: { id: order._id }, body: { status } })
  await setStatus('ready')
  const page = (await shopper.open(path)).body
  for (const text of ['ready for pickup</h1>', 'Mill 1', 'Mon–Fri', '<span>Picked up</span>'])
    expect(page).toContain(text)
  expect(page).not.toContain('Delivered')
  expect((await setStatus('delivered')).status).toBe(200)
  expect((await shopper.open(path)).body).toContain('You picked up your order</h1>')
  await t.runJobs()
  const mails = (await listMailsTo(t, email)).join()
  for (const text of ['Pickup address:', 'Mill 1', 'Opening hours:', 'was picked up'])
    expect(mails).toContain(text)
})

test('cash at pickup is offered for pickup only, cash on delivery for delivery only', async () => {
  const methods = await Promise.all(
    (['cash_at_pickup', 'cash_on_delivery'] as const).map(async kind => {
      const { body } = await t.call('owner', paymentMethodApi.create, {
        body: { kind, name: kind, password: samplePassword },
      })
      return body.data
    }),
  )
  const [atPickup, onDelivery] = methods.map(({ _id }) => _id)
  const listOffered = async (entries: Record<string, string>, ...items: string[]) => {
    const html = await quote(await fillCart(...items), { ...street, ...entries })
    return ['Bank', 'cash_at_pickup', 'cash_on_delivery'].filter(name => html.includes(`>${name}<`))
  }
  expect(await listOffered({ shipping: parcel }, teapot)).toEqual(['Bank', 'cash_on_delivery'])
  expect(await listOffered({ shipping: pickup }, teapot)).toEqual(['Bank', 'cash_at_pickup'])
  expect(await listOffered({}, guide)).toEqual(['Bank'])
  const before = await countOrders()
  for (const [shipping, payment] of [
    [parcel, atPickup],
    [pickup, onDelivery],
  ] as const) {
    const shopper = await fillCart(teapot)
    const html = await quote(shopper, { shipping, ...street })
    const reply = await place(shopper, html, { shipping, payment, ...street })
    expect(reply.statusCode).toBe(422)
  }
  expect(await countOrders()).toBe(before)
  await t.inStore(tx => tx`update payment_method set enabled = kind = 'cash_at_pickup'`)
  const html = await quote(await fillCart(teapot), { shipping: parcel, ...street })
  expect(html).toContain('Choose another delivery method.')
  await t.inStore(tx => tx`delete from payment_method where kind like 'cash%'`)
  await t.inStore(tx => tx`update payment_method set enabled = true`)
})

test('a change from pickup to delivery shows the street again', async () => {
  const shopper = await fillCart(teapot)
  await quote(shopper, { shipping: pickup, ...street })
  const html = await quote(shopper, { shipping: parcel, ...street })
  expect(html).toContain('data-fields="shipping FR ')
  expect(readValue(html, /name="line1"[^>]*value="([^"]*)"/)).toBe('Quay 4')
})

test('an order has the days of delivery that its shopper saw', async () => {
  const shopper = await fillCart(teapot)
  const html = await quote(shopper, { shipping: parcel })
  const days = readValue(html, /Estimated delivery: ([^<]*)</)
  expect(days).toMatch(/^[A-Z]/)
  const reply = await place(shopper, html, { shipping: parcel, ...street })
  const path = String(reply.headers.location)
  expect((await shopper.open(path)).body).toContain(days)
  const { deliveryFrom, deliveryTo } = await getOrder(path)
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const range = format.formatRange(new Date(deliveryFrom), new Date(deliveryTo))
  expect(range.replaceAll('\u2009', ' ')).toBe(days)
})

test('rates are not offered for products of the classes that they exclude', async () => {
  const [sofa, cheese, petrol] = await Promise.all([
    createVariant({ title: 'Sofa', price: 900, shippingClass: 'Bulky' }),
    createVariant({ title: 'Cheese', price: 900, shippingClass: 'Fresh' }),
    createVariant({ title: 'Petrol', price: 900, shippingClass: 'Fuel' }),
  ])
  const quoteIsland = async (...variants: string[]) =>
    quote(await fillCart(...variants), { country: 'IS' })
  const listNames = (html: string) =>
    ['Van', 'Ship'].filter(name => html.includes(`class="checkout-choice-name">${name}`))
  expect(listNames(await quoteIsland(teapot))).toEqual(['Van', 'Ship'])
  expect(listNames(await quoteIsland(teapot, sofa))).toEqual(['Ship'])
  expect(listNames(await quoteIsland(cheese))).toEqual(['Van'])
  expect(await quoteIsland(sofa, cheese)).toContain('No delivery method is available for all items')
  const shopper = await fillCart(teapot, petrol)
  const html = await quote(shopper, { country: 'IS' })
  expect(html).toContain('deliver these items to this address: Petrol.')
  const before = await countOrders()
  const rejection = await place(shopper, html, { country: 'IS', shipping: parcel, ...street })
  expect(rejection.statusCode).toBe(422)
  expect(await countOrders()).toBe(before)
})

test('the form of the address follows the country, and rejects postal codes of others', async () => {
  const shopper = await fillCart(teapot)
  const german = await quote(shopper, { country: 'DE', shipping: parcel })
  expect(german).not.toContain('name="region"')
  const american = await quote(shopper, { country: 'US', shipping: parcel, region: 'California' })
  expect(american).toContain('ZIP code')
  expect(american).toMatch(/<option value="CA" selected="">California/)
  const entries = { country: 'US', shipping: parcel, ...street, region: 'CA' }
  const before = await countOrders()
  const rejection = await place(shopper, american, { ...entries, postalCode: 'SW1A 1AA' })
  expect(rejection.statusCode).toBe(422)
  expect(rejection.body).toContain('Enter a postal code of this country, such as 94103.')
  const withoutState = await place(shopper, american, { ...entries, region: '' })
  expect(withoutState.statusCode).toBe(422)
  expect(await countOrders()).toBe(before)
  const reply = await place(shopper, american, entries)
  expect((await getOrder(String(reply.headers.location))).shippingAddress).toMatchObject({
    region: 'CA',
    postalCode: '75001',
  })
})

test('an address can be in any script', async () => {
  const shopper = await fillCart(teapot)
  const address = {
    country: 'EG',
    name: 'نجيب محفوظ',
    line1: 'ميدان التحرير ٤',
    city: 'القاهرة',
    postalCode: '١١٥١١',
    shipping: parcel,
  }
  const html = await quote(shopper, address)
  const reply = await place(shopper, html, address)
  const { shippingAddress } = await getOrder(String(reply.headers.location))
  expect(shippingAddress).toMatchObject({ city: 'القاهرة', postalCode: '11511' })
})

test.each([
  ['the country of the store', { country: 'DE' }, 'DE'],
  ['no country in a store without an address', {}, ''],
])('the checkout starts with %s', async (_, address, country) => {
  await setAddress(address)
  const shopper = await fillCart(teapot)
  const html = (await shopper.open('/checkout')).body
  expect(readCountries(html)[0]).toBe(country === '' ? '' : 'AF')
  expect(readValue(html, /<option value="(\w+)" selected=""/)).toBe(country)
  const before = await countOrders()
  const entries = { country: '', shipping: parcel, ...street }
  const reply = await place(shopper, html, entries)
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toMatch(/id="error-country">Fill in this field/)
  expect(await countOrders()).toBe(before)
})

test('the checkout starts with no country to which the store does not deliver', async () => {
  const shopper = await fillCart(teapot)
  await deliverTo('Everywhere', 'FR', 'AT')
  const html = (await shopper.open('/checkout')).body
  expect(readCountries(html)).toEqual(['', 'AT', 'FR', 'IS'])
  expect(html).toContain('<option value="" selected="">')
  expect(html).toContain('Choose your country to see the delivery methods.')
  expect(await quote(shopper, { country: 'US' })).toContain('doesn’t deliver to this address')
  await deliverTo('Iceland', 'FR')
  await deliverTo('Everywhere', 'FR')
  const french = await (await fillCart(teapot)).open('/checkout')
  expect([french.statusCode, readCountries(french.body)]).toEqual([200, ['FR']])
})

const readCountries = (html: string) => {
  const select = readValue(html, /<select name="country"[^>]*>(.*?)<\/select>/s)
  return [...select.matchAll(/<option value="(\w*)"/g)].map(([, code]) => code)
}

test('the cart shows the delivery to the entered place, with which the checkout starts', async () => {
  await t.inStore(
    tx => tx`
      update shipping_zone
      set rates = jsonb_set(rates, '{0,freeFrom}', '4000') where name = 'Everywhere'`,
  )
  const shopper = await fillCart(teapot)
  const readCart = async () =>
    (await shopper.open()).body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(await readCart()).toMatch(
    /\$15\.10 away from free delivery.*Delivery to Germany Estimated/,
  )
  expect((await shopper.open()).body).toContain('data-usual-country')
  const fields = { intent: 'destination', country: 'NL', postalCode: '1012ab' }
  expect((await shopper.send(fields)).statusCode).toBe(303)
  expect(await readCart()).toContain('Delivery to 1012 AB Netherlands')
  expect((await shopper.open()).body).not.toContain('data-usual-country')
  const checkout = (await shopper.open('/checkout')).body
  expect(checkout).toContain('<option value="NL" selected="">')
  expect(checkout).toContain('value="1012 AB"')
  await shopper.send({ ...fields, country: 'IS' })
  expect(await readCart()).not.toContain('free delivery')
  await shopper.send(fields)
  await shopper.send({ intent: 'add', variant: teapot, quantity: '1' })
  expect(await readCart()).toMatch(/You get free delivery\. .* Free /)
  // Another shopper has an own destination.
  const other = await fillCart(teapot)
  expect((await other.open()).body).not.toContain('1012 AB')
  expect((await (await fillCart(guide)).open()).body).not.toContain('Delivery to')
  await t.inStore(
    tx => tx`
      update shipping_zone
      set rates = jsonb_set(rates, '{0,freeFrom}', 'null') where name = 'Everywhere'`,
  )
})
