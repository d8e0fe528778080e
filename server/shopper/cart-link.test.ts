import { afterAll, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let teapot: string
let lamp: string
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live', languages: ['de'] } },
  })
  teapot = await createVariant({ title: 'Blue teapot', price: 2490, stock: 5 })
  lamp = await createVariant({ title: 'Desk lamp', price: 5000, stock: 200 })
})
afterAll(() => t.close())

async function createVariant(body: object): Promise<string> {
  const reply = await t.call('owner', productApi.create, { body: { status: 'active', ...body } })
  return reply.body.data.variants[0]._id
}

/** Returns a shopper with a cart. */
async function fillCart(quantities: Record<string, number>) {
  const shopper = new Shopper(t)
  for (const [variant, quantity] of Object.entries(quantities))
    await shopper.send({ intent: 'add', variant, quantity: String(quantity) })
  return shopper
}
const share = async (shopper: Shopper) =>
  String((await shopper.send({}, { url: '/cart/link' })).headers.location)

const readCarts = () =>
  t.inStore(
    tx => tx`
      select c.id, c.token_hash, l.variant_id, l.quantity, l.asked_quantity from cart c
      left join cart_line l on l.store_id = c.store_id and l.cart_id = c.id
      order by c.id, l.id`,
  )

test('a link copies the cart to another device', async () => {
  const laptop = await fillCart({ [teapot]: 2 })
  const path = await share(laptop)
  expect(path).toMatch(/^\/cart\/[\w-]{22}$/)
  const shared = await laptop.open(path)
  expect(shared.body).toContain('class="qr-code"')
  expect(shared.body).toContain(`${path}"`)
  expect(shared.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
  })
  const phone = new Shopper(t)
  const before = await readCarts()
  expect((await phone.open(path)).body).toContain('This link copies a cart from another device.')
  expect(await readCarts()).toEqual(before)
  expect([...phone.cookies]).toEqual([])
  expect((await phone.send({}, { url: path })).headers.location).toBe('/cart')
  expect((await phone.open()).body).toContain('Blue teapot')
  await phone.send({ intent: 'add', variant: lamp, quantity: '1' })
  expect((await laptop.open()).body).not.toContain('aria-label="Quantity of Desk lamp"')
  expect(phone.cookies.get('__Host-cart')).not.toBe(laptop.cookies.get('__Host-cart'))
})

test('a link shows nothing that was entered at the checkout, and changes nothing the second time', async () => {
  const laptop = await fillCart({ [teapot]: 2 })
  const entries = {
    email: 'ann@example.com',
    name: 'Ann Secret',
    line1: 'Hidden Street 5',
    city: 'Bonn',
  }
  await laptop.send({ intent: 'quote', ...entries }, { url: '/checkout' })
  await laptop.send({ intent: 'note', note: 'Secret note' })
  expect((await laptop.open('/checkout')).body).toContain('Hidden Street 5')
  const path = await share(laptop)
  const phone = new Shopper(t)
  await phone.send({}, { url: path })
  const { body } = await phone.open('/checkout')
  expect(body).toContain('Blue teapot')
  for (const text of Object.values(entries)) expect(body).not.toContain(text)
  expect((await phone.open()).body).not.toContain('Secret note')
  const before = await readCarts()
  await phone.send({}, { url: path })
  expect(await readCarts()).toEqual(before)
})

test('the products of the other device are added, in the larger quantity', async () => {
  const laptop = await fillCart({ [teapot]: 3, [lamp]: 70 })
  const phone = await fillCart({ [teapot]: 4, [lamp]: 60 })
  const path = await share(laptop)
  expect((await phone.open(path)).body).toContain('Its products are added to your cart here.')
  const token = phone.cookies.get('__Host-cart')
  await phone.send({}, { url: path })
  expect(phone.cookies.get('__Host-cart')).toBe(token)
  expect(await readQuantities(token)).toEqual([4, 70])
  expect(await readQuantities(laptop.cookies.get('__Host-cart'))).toEqual([3, 70])
})

const readQuantities = async (token = '') =>
  (
    await t.inStore(
      tx => tx<{ quantity: number }[]>`
        select l.quantity from cart_line l join cart c on c.store_id = l.store_id and c.id = l.cart_id
        where c.token_hash = sha256(${token}::bytea) order by l.quantity`,
    )
  ).map(({ quantity }) => quantity)

test('a cart that would have too many lines stays as it is', async () => {
  const laptop = await fillCart({ [teapot]: 1 })
  const phone = await fillCart({ [lamp]: 1 })
  const laptopToken = laptop.cookies.get('__Host-cart') ?? ''
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`
      insert into cart_line (cart_id, variant_id, title, price, quantity, asked_quantity)
      select c.id, gen_random_uuid(), 'Cup', 100, 1, 1 from cart c, generate_series(1, 99)
      where c.token_hash = sha256(${laptopToken}::bytea)`
  })
  const path = await share(laptop)
  const before = await readCarts()
  const reply = await phone.send({}, { url: path })
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('at most 100 different items')
  expect(await readCarts()).toEqual(before)
})

test.each([
  ['a code that no link has', () => '/cart/AAAAAAAAAAAAAAAAAAAAAA'],
  ['a short code', () => '/cart/A'],
  ['a code after it has expired', expireLink],
  ['an earlier code of the cart', replaceLink],
])('%s is not found, and nothing is written', async (_, getPath) => {
  const path = await getPath()
  const phone = await fillCart({ [lamp]: 1 })
  const before = await readCarts()
  expect((await phone.open(path)).statusCode).toBe(404)
  expect((await phone.send({}, { url: path })).statusCode).toBe(404)
  expect(await readCarts()).toEqual(before)
})

async function expireLink() {
  const path = await share(await fillCart({ [teapot]: 1 }))
  await t.inStore(tx => tx`update cart_link set expires_at = now()`)
  return path
}

async function replaceLink() {
  const shopper = await fillCart({ [teapot]: 1 })
  const path = await share(shopper)
  await share(shopper)
  return path
}

test('the database alone opens no cart', async () => {
  const shopper = await fillCart({ [teapot]: 1 })
  const path = await share(shopper)
  const rows = await t.inStore(tx => tx`select * from cart_link`)
  const text = JSON.stringify(rows.map(row => Object.values(row).map(String)))
  expect(text).not.toContain(shopper.cookies.get('__Host-cart'))
  expect(text).not.toContain(path.slice(6))
})

test('other sites cannot create or open a link', async () => {
  const shopper = await fillCart({ [teapot]: 1 })
  const path = await share(shopper)
  const before = await readCarts()
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await shopper.send({}, { url: '/cart/link', headers })).statusCode).toBe(403)
  expect((await new Shopper(t).send({}, { url: path, headers })).statusCode).toBe(403)
  expect(await readCarts()).toEqual(before)
})
