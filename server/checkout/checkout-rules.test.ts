import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CmsEdit, cmsApi } from '#contract/cms/cms.ts'
import { customerApi } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import { discountApi } from '#contract/product/discount.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { testAddress } from '../testing/subject/test-address.ts'
import { openTestCheckout } from '../testing/subject/test-order.ts'
import { Shopper, signInShopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Blue teapot', price: 1190, stock: 99, status: 'active' },
  })
  variant = body.data.variants[0]._id
})
beforeEach(() =>
  setRules({
    guestAllowed: true,
    phoneRequired: false,
    noteEnabled: true,
    termsRequired: false,
    minOrder: 0,
  }),
)
afterAll(() => t.close())

const setRules = (checkout: CmsEdit['checkout']) =>
  t.call('owner', cmsApi.update, { body: { checkout } })

async function fillCart(quantity = 1, shopper = new Shopper(t)) {
  await shopper.send({ intent: 'add', variant, quantity: String(quantity) })
  return shopper
}

/** Sends the form of the page with changed fields. */
async function place(shopper: Shopper, changes: Record<string, string> = {}) {
  const { body } = await shopper.open('/checkout')
  const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  const fields = {
    shipping: read(/name="shipping"[^>]*checked=""[^>]*value="([^"]*)"/),
    payment: read(/name="payment"[^>]*checked=""[^>]*value="([^"]*)"/),
    total: read(/name="total" value="([^"]*)"/),
  }
  return shopper.send(
    { intent: 'place', ...testAddress, ...fields, ...changes },
    { url: '/checkout' },
  )
}
type Reply = Awaited<ReturnType<typeof place>>

async function getOrder({ statusCode, headers }: Reply) {
  expect(statusCode).toBe(303)
  const [, id = ''] = /^\/orders\/([^/]+)\//.exec(String(headers.location)) ?? []
  return (await t.call('owner', orderApi.get, { params: { id } })).body.data
}
const countOrders = async () =>
  (await t.inStore(tx => tx<{ count: string }[]>`select count(*) from "order"`))[0]?.count
/** The names of the fields that the page marks as wrong, and that of the one with the focus. */
const readErrors = ({ body }: Reply) => ({
  names: [...body.matchAll(/ id="error-(\w+)"/g)].map(([, name]) => name),
  focused: [...body.matchAll(/<(?:input|select)[^>]*autofocus=""[^>]*>/gi)].map(
    ([input]) => /name="(\w+)"/.exec(input)?.[1],
  ),
})

test('one reply names every field that is missing or wrong, and nothing is ordered', async () => {
  await setRules({ termsRequired: true, phoneRequired: true })
  const shopper = await fillCart()
  const before = await countOrders()
  const reply = await place(shopper, {
    email: 'ada@',
    name: '',
    line1: '',
    postalCode: '1',
    city: '',
    vatId: 'DE1',
    code: 'NOTHING',
  })
  expect(reply.statusCode).toBe(422)
  expect(readErrors(reply)).toEqual({
    names: ['email', 'phone', 'name', 'line1', 'postalCode', 'city', 'vatId', 'code', 'terms'],
    focused: ['email'],
  })
  const withoutStreet = await place(shopper, { line1: '', city: '', phone: '12', terms: 'on' })
  expect(readErrors(withoutStreet)).toEqual({
    names: ['phone', 'line1', 'city'],
    focused: ['phone'],
  })
  expect(await countOrders()).toBe(before)
})

test('a store can demand the consent to its terms', async () => {
  const shopper = await fillCart()
  expect((await shopper.open('/checkout')).body).not.toContain('name="terms"')
  await setRules({ termsRequired: true })
  const refused = await place(shopper)
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('Accept the terms to place your order.')
  expect(readErrors(refused).focused).toEqual(['terms'])
  await getOrder(await place(shopper, { terms: 'on' }))
})

test('a store can demand a phone number', async () => {
  await setRules({ phoneRequired: true })
  const shopper = await fillCart()
  expect(readErrors(await place(shopper)).names).toEqual(['phone'])
  const order = await getOrder(await place(shopper, { phone: '040 1234567' }))
  expect(order.customer.phone).toBe('+49 40 1234567')
})

test('a store without notes shows no field, and orders have none', async () => {
  const shopper = await fillCart()
  await shopper.send({ intent: 'note', note: 'Ring twice' })
  await setRules({ noteEnabled: false })
  expect((await shopper.open()).body).not.toContain('Ring twice')
  expect((await getOrder(await place(shopper))).customerNote).toBe('')
})

test('an order below the minimum of the store is not placed', async () => {
  await setRules({ minOrder: 2000 })
  const shopper = await fillCart()
  const [cart, checkout] = [await shopper.open(), await shopper.open('/checkout')]
  for (const { body } of [cart, checkout]) expect(body).toMatch(/minimum order is .20\.00.*.8\.10/)
  expect(cart.body).not.toContain('href="/checkout"')
  const before = await countOrders()
  expect((await place(shopper)).statusCode).toBe(409)
  expect(await countOrders()).toBe(before)
  await fillCart(1, shopper)
  await getOrder(await place(shopper))
})

async function signIn(email: string) {
  const shopper = new Shopper(t)
  expect((await signInShopper(t, shopper, email)).statusCode).toBe(303)
  return shopper
}
const createCustomer = (body: object) => t.call('owner', customerApi.create, { body })

test('a store without guests takes orders of its customers only, after they signed in', async () => {
  await setRules({ guestAllowed: false })
  const guest = await fillCart()
  const page = await guest.open('/checkout')
  expect(page.body).toContain('This store takes orders from customers who sign in.')
  expect(page.body).not.toContain('value="place"')
  const before = await countOrders()
  const methods = await t.inStore(tx => tx<{ id: string }[]>`select id from payment_method`)
  const refused = await place(guest, { payment: methods[0]?.id ?? '', total: '1680' })
  expect([409, 422]).toContain(refused.statusCode)
  expect(await countOrders()).toBe(before)

  await createCustomer({ name: 'Joan', email: 'joan@example.com', company: 'Joan Ltd' })
  const joan = await fillCart(1, await signIn('joan@example.com'))
  const checkout = await joan.open('/checkout')
  expect(checkout.body).toContain('value="joan@example.com"')
  expect(checkout.body).toContain('value="Joan Ltd"')
  await getOrder(await place(joan, { email: 'joan@example.com' }))
})

test('an exempt customer pays no tax after signing in, and pays tax with only the email', async () => {
  const data = { defaultTaxRate: 19, taxIncluded: true }
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data },
  })
  const email = 'museum@example.com'
  await createCustomer({ name: 'Museum', email, taxExempt: true })
  const stranger = await getOrder(await place(await fillCart(), { email }))
  expect(stranger).toMatchObject({ taxExemption: '', lines: [{ unitPrice: 1190, tax: 190 }] })
  const museum = await fillCart(1, await signIn(email))
  const order = await getOrder(await place(museum, { email }))
  expect(order).toMatchObject({ taxExemption: 'exempt', taxTotal: 0, lines: [{ unitPrice: 1000 }] })
  const other = await fillCart(1, museum)
  await other.send({ intent: 'quote', ...testAddress }, { url: '/checkout' })
  expect(await getOrder(await place(other))).toMatchObject({ taxExemption: '' })
})

test('the cart shows discounts, takes a code and hands it to the checkout', async () => {
  const discounts = [
    { name: 'Two for less', percentage: 5, minimumQuantity: 2 },
    { name: 'Spring', code: 'SPRING', percentage: 10 },
  ]
  const ids = []
  for (const body of discounts)
    ids.push((await t.call('owner', discountApi.create, { body })).body.data._id)
  const shopper = await fillCart(2)
  expect((await shopper.open()).body).toMatch(/Two for less\).*-.1\.19/s)
  expect((await shopper.send({ intent: 'code', code: 'nothing' })).statusCode).toBe(303)
  const unknown = await shopper.open()
  expect(unknown.body).toContain('This code doesn’t exist.')
  expect(unknown.body).toContain('Two for less')
  await shopper.send({ intent: 'code', code: ' spring ' })
  const reduced = await shopper.open()
  expect(reduced.body).toMatch(/SPRING\).*-.2\.38/s)
  expect(reduced.body).not.toContain('Two for less')
  const order = await getOrder(await place(shopper, { code: 'SPRING' }))
  expect(order).toMatchObject({ discounts: [{ code: 'SPRING' }], discountTotal: 238 })
  for (const id of ids) await t.call('owner', discountApi.delete, { params: { id } })
})
