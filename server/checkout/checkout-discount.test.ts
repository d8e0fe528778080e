import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import { categoryApi } from '#contract/product/category.ts'
import { type DiscountInput, discountApi } from '#contract/product/discount.ts'
import { productApi } from '#contract/product/product.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { testAddress } from '../testing/subject/test-address.ts'
import { openTestCheckout } from '../testing/subject/test-order.ts'
import { Shopper, signInShopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let pot: { _id: string; variant: string }
let category: string
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  const parent = await t.call('owner', categoryApi.create, { body: { name: 'Kitchen' } })
  const child = { name: 'Pots', parent: parent.body.data._id }
  const { body } = await t.call('owner', categoryApi.create, { body: child })
  category = parent.body.data._id
  const product = await t.call('owner', productApi.create, {
    body: {
      title: 'Blue pot',
      price: 2000,
      stock: 1000,
      status: 'active',
      categories: [body.data._id],
    },
  })
  pot = { _id: product.body.data._id, variant: product.body.data.variants[0]._id }
})
beforeEach(async () => {
  await t.inStore(tx => tx`delete from discount`)
})
afterAll(() => t.close())

const createDiscount = async (changes: Partial<DiscountInput>) => {
  const { body } = await t.call('owner', discountApi.create, {
    body: { name: 'Spring sale', percentage: 10, ...changes },
  })
  return body.data
}
const getDiscount = async (id: string) =>
  (await t.call('owner', discountApi.get, { params: { id } })).body.data

async function fillCart(quantity = 2) {
  const shopper = new Shopper(t)
  await shopper.send({ intent: 'add', variant: pot.variant, quantity: String(quantity) })
  return shopper
}

/** Sends the entries without placing an order and returns the page that follows. */
async function quote(shopper: Shopper, changes: Record<string, string> = {}) {
  await shopper.send({ intent: 'quote', ...testAddress, ...changes }, { url: '/checkout' })
  return (await shopper.open('/checkout')).body
}

async function place(shopper: Shopper, changes: Record<string, string> = {}) {
  const body = await quote(shopper, changes)
  const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  return shopper.send(
    {
      intent: 'place',
      ...testAddress,
      shipping: read(/name="shipping"[^>]*checked=""[^>]*value="([^"]*)"/),
      payment: read(/name="payment"[^>]*checked=""[^>]*value="([^"]*)"/),
      total: read(/name="total" value="([^"]*)"/),
      ...changes,
    },
    { url: '/checkout' },
  )
}
type Reply = Awaited<ReturnType<typeof place>>

const getOrderId = ({ headers }: Reply) =>
  /^\/orders\/([^/]+)\//.exec(String(headers.location))?.[1] ?? ''
const getOrder = async (reply: Reply) =>
  (await t.call('owner', orderApi.get, { params: { id: getOrderId(reply) } })).body.data

const countOrders = async () => {
  const [row] = await t.inStore(
    tx => tx<{ count: number }[]>`select count(*)::integer as count from "order"`,
  )
  return row?.count
}

test('a code reduces the order and its page, in any spelling', async () => {
  const { _id } = await createDiscount({ code: 'spring 10' })
  const shopper = await fillCart()
  const page = await quote(shopper, { code: ' Spring10 ' })
  expect(page).toContain('value="SPRING10"')
  expect(page).toContain('The code is applied to your order.')
  expect(page).toContain('Discount (SPRING10)')
  const reply = await place(shopper, { code: 'spring10' })
  const order = await getOrder(reply)
  expect(order).toMatchObject({
    subtotal: 4000,
    discountTotal: 400,
    shippingTotal: 490,
    total: 4090,
    discounts: [{ name: 'Spring sale', code: 'SPRING10', amount: 400 }],
    lines: [{ discount: 400, total: 3600 }],
  })
  expect((await visit(t, String(reply.headers.location))).body).toContain('Discount (SPRING10)')
  expect(await getDiscount(_id)).toMatchObject({ usedCount: 1 })
})

test('an order is placed without a code that its page has already refused', async () => {
  const shopper = await fillCart()
  await shopper.send({ intent: 'code', code: 'NOPE' })
  const page = await quote(shopper, { code: 'nope' })
  expect(page).toContain('name="refusedCode" value="NOPE"')
  const before = await countOrders()
  expect((await place(shopper, { code: 'other', refusedCode: 'NOPE' })).statusCode).toBe(422)
  expect(await countOrders()).toBe(before)
  const reply = await place(shopper, { code: 'NOPE', refusedCode: 'NOPE' })
  expect(await getOrder(reply)).toMatchObject({ total: 4490, discounts: [] })
})

test('a discount without a code applies automatically, also to products of subcategories', async () => {
  await createDiscount({ name: 'Kitchen week', scope: 'categories', categories: [category] })
  await createDiscount({ name: 'Other', percentage: 90, scope: 'products', products: [category] })
  expect(await quote(await fillCart())).toContain('Discount (Kitchen week)')
  expect(await getOrder(await place(await fillCart()))).toMatchObject({ discountTotal: 400 })
})

test('free shipping shows every delivery method as free', async () => {
  await createDiscount({ code: 'SHIP', kind: 'free_shipping', minimumAmount: 3000 })
  const shopper = await fillCart()
  expect(await quote(shopper)).not.toContain('Free')
  expect(await quote(shopper, { code: 'SHIP' })).toContain('Free')
  expect(await getOrder(await place(shopper, { code: 'SHIP' }))).toMatchObject({
    discountTotal: 0,
    shippingTotal: 0,
    total: 4000,
  })
})

const yesterday = new Date(Date.now() - 86_400_000).toISOString()
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
test.each<[string, Partial<DiscountInput>, string]>([
  ['unknown', { code: 'OTHER' }, 'This code doesn’t exist.'],
  ['inactive', { isActive: false }, 'This code doesn’t exist.'],
  ['scheduled', { startsAt: tomorrow }, 'This code doesn’t exist.'],
  ['for other products', { scope: 'products', products: [crypto.randomUUID()] }, 'doesn’t apply'],
  ['below its minimum', { minimumAmount: 4001 }, 'doesn’t reach the minimum'],
  ['below its quantity', { minimumQuantity: 3 }, 'doesn’t reach the minimum'],
])(
  'a code that is %s is rejected with the reason, and nothing is ordered',
  async (_, changes, text) => {
    await createDiscount({ code: 'SALE', ...changes })
    const shopper = await fillCart()
    expect(await quote(shopper, { code: 'sale' })).toContain(text)
    const before = await countOrders()
    const reply = await place(shopper, { code: 'sale' })
    expect(reply.statusCode).toBe(422)
    expect(reply.body).toContain(text)
    expect(await countOrders()).toBe(before)
  },
)

test('a code for customers with a tag reduces the orders of their email only', async () => {
  await createDiscount({ code: 'VIP', customerTags: ['vip', 'press'] })
  await t.call('owner', customerApi.create, {
    body: { name: 'Vita Vip', email: 'Vip@example.com', tags: ['vip'] },
  })
  const shopper = await fillCart()
  expect(await quote(shopper, { code: 'VIP' })).toContain('This code is for certain customers.')
  const before = await countOrders()
  expect((await place(shopper, { code: 'VIP' })).statusCode).toBe(422)
  expect(await countOrders()).toBe(before)
  const reply = await place(shopper, { code: 'VIP', email: 'vip@example.com' })
  expect(await getOrder(reply)).toMatchObject({ discountTotal: 400 })
})

async function signIn(shopper: Shopper, email: string) {
  expect((await signInShopper(t, shopper, email)).statusCode).toBe(303)
  return shopper
}

test('a discount for customers without a code needs a sign-in with their email', async () => {
  await createDiscount({ customerTags: ['vip'] })
  const email = 'signed-vip@example.com'
  await t.call('owner', customerApi.create, {
    body: { name: 'Vera Vip', email: 'Signed-VIP@example.com', tags: ['vip'] },
  })
  const guest = await fillCart()
  const page = await quote(guest, { email })
  expect(page).toContain('Some customers get a discount when they sign in.')
  expect(page).toEqual(
    (await quote(guest, { email: 'stranger@example.com' })).replaceAll(
      'stranger@example.com',
      email,
    ),
  )
  expect(await getOrder(await place(guest, { email }))).toMatchObject({ discountTotal: 0 })
  const shopper = await signIn(await fillCart(), email)
  const signedInPage = await quote(shopper, { email })
  expect(signedInPage).toContain('Discount (Spring sale)')
  expect(signedInPage).not.toContain('when they sign in')
  expect(await getOrder(await place(shopper, { email }))).toMatchObject({ discountTotal: 400 })
  const other = await signIn(await fillCart(), email)
  expect(await getOrder(await place(other, { email: 'else@example.com' }))).toMatchObject({
    discountTotal: 0,
  })
})

test('the checkout does not tell strangers who has used a code', async () => {
  await createDiscount({ code: 'ONCE', limitPerCustomer: 1 })
  const email = 'buyer@example.com'
  await place(await fillCart(), { code: 'ONCE', email })
  const page = await quote(await fillCart(), { code: 'ONCE', email })
  expect(page).not.toContain('already used')
})

test('an expired code is rejected', async () => {
  const { _id } = await createDiscount({ code: 'SALE' })
  await t.inStore(tx => tx`update discount set ends_at = ${yesterday} where id = ${_id}`)
  expect(await quote(await fillCart(), { code: 'SALE' })).toContain('This code has expired.')
})

test('a larger discount replaces a code that it cannot be combined with', async () => {
  await createDiscount({ name: 'Half price', percentage: 50 })
  await createDiscount({ code: 'TEN' })
  const page = await quote(await fillCart(), { code: 'TEN' })
  expect(page).toContain('Another discount saves you more.')
  expect(page).toContain('Discount (Half price)')
})

test('a discount that ends before the order is placed shows the new total, and nothing is ordered', async () => {
  const { _id, version } = await createDiscount({})
  const shopper = await fillCart()
  const body = await quote(shopper)
  const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  await t.call('owner', discountApi.update, {
    params: { id: _id },
    body: { isActive: false, version },
  })
  const before = await countOrders()
  const reply = await shopper.send(
    {
      intent: 'place',
      ...testAddress,
      shipping: read(/name="shipping"[^>]*checked=""[^>]*value="([^"]*)"/),
      payment: read(/name="payment"[^>]*checked=""[^>]*value="([^"]*)"/),
      total: read(/name="total" value="([^"]*)"/),
    },
    { url: '/checkout' },
  )
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('name="total" value="4490"')
  expect(await countOrders()).toBe(before)
})

test('50 carts at the same time use a code at most five times', async () => {
  const { _id } = await createDiscount({ code: 'FIRST5', usageLimit: 5 })
  const shoppers = await Promise.all(Array.from({ length: 50 }, () => fillCart(1)))
  const replies = await Promise.all(
    shoppers.map((shopper, i) =>
      place(shopper, { code: 'FIRST5', email: `shopper${i}@example.com` }),
    ),
  )
  const placed = replies.filter(({ statusCode }) => statusCode === 303)
  expect(placed).toHaveLength(5)
  expect(await getDiscount(_id)).toMatchObject({ usedCount: 5, status: 'used_up' })
  expect(await quote(await fillCart(), { code: 'FIRST5' })).toContain('This code has been used up.')
  const report = await t.call('owner', discountApi.getReport, { params: { id: _id } })
  expect(report.body.data).toMatchObject({ orders: 5, sales: 5 * 2290, reduction: 5 * 200 })
})

test('a limit per customer counts the orders of an email that are not canceled, in any case', async () => {
  const { _id } = await createDiscount({ code: 'ONCE', limitPerCustomer: 1 })
  const [first, ...others] = await Promise.all(
    [1, 2, 3].map(async () =>
      place(await fillCart(), { code: 'ONCE', email: 'Grace@example.com' }),
    ),
  )
  const placed = [first, ...others].filter(reply => reply?.statusCode === 303)
  expect(placed).toHaveLength(1)
  const again = await quote(await fillCart(), { code: 'ONCE', email: 'grace@example.com' })
  expect(again).toContain('This code has been used up.')
  expect(await quote(await fillCart(), { code: 'ONCE', email: 'b@example.com' })).toContain(
    'The code is applied',
  )
  const canceled = await t.call('owner', orderApi.updateStatus, {
    params: { id: placed.map(reply => reply && getOrderId(reply))[0] ?? '' },
    body: { status: 'cancelled', reason: 'customer' },
  })
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200)
  expect(await getDiscount(_id)).toMatchObject({ usedCount: 0 })
  const retry = await place(await fillCart(), { code: 'ONCE', email: 'grace@example.com' })
  expect(retry.statusCode).toBe(303)
})

test('orders keep their discount when it is deleted', async () => {
  const { _id } = await createDiscount({ code: 'GONE' })
  const reply = await place(await fillCart(), { code: 'GONE' })
  await t.call('owner', discountApi.delete, { params: { id: _id } })
  expect((await visit(t, String(reply.headers.location))).body).toContain('Discount (GONE)')
})

test('a code for one order is used once, also by carts at the same time', async () => {
  const { _id } = await createDiscount({ name: 'Mailing' })
  await t.call('owner', discountApi.createCodes, { params: { id: _id }, body: { count: 2 } })
  const file = await t.call('owner', discountApi.exportCodes, { query: { discount: _id } })
  const [code = '', other = ''] = String(file.body).match(/^[A-Z2-9]{8}(?=,)/gm) ?? []
  expect(await quote(await fillCart()), 'it needs a code').not.toContain('Discount (')
  const shoppers = await Promise.all([1, 2, 3].map(() => fillCart()))
  const replies = await Promise.all(shoppers.map(shopper => place(shopper, { code })))
  const placed = replies.filter(({ statusCode }) => statusCode === 303)
  expect(placed).toHaveLength(1)
  expect(await quote(await fillCart(), { code })).toContain('This code has been used up.')
  expect(await quote(await fillCart(), { code: other })).toContain(`Discount (${other})`)
  const canceled = await t.call('owner', orderApi.updateStatus, {
    params: { id: placed[0] ? getOrderId(placed[0]) : '' },
    body: { status: 'cancelled', reason: 'customer' },
  })
  expect(canceled.status).toBe(200)
  expect(await quote(await fillCart(), { code })).toContain(`Discount (${code})`)
})

test('the cart counts up to the minimum of a discount that makes the delivery free', async () => {
  await createDiscount({ kind: 'free_shipping', minimumAmount: 10_000 })
  const shopper = await fillCart()
  expect((await shopper.open()).body).toContain('60.00 away from free delivery')
  await shopper.send({ intent: 'add', variant: pot.variant, quantity: '3' })
  expect((await shopper.open()).body).toContain('You get free delivery.')
})
