import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerDataApi } from '#contract/customer/customer-data.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { maxWishes } from '#contract/storefront/storefront-wish-list.ts'
import { openTestCheckout, placeTestOrder } from '../../testing/subject/test-order.ts'
import { readAccountLink, Shopper, signInShopper } from '../../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

const url = '/wish-list'
type Product = { _id: string; slug: string; variants: { _id: string }[] }

let t: TestApp
let teapot: Product
let lamp: Product
let email: string
let emailCount = 0
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  teapot = await createProduct({ title: 'Blue teapot', price: 2490, stock: 0 })
  lamp = await createProduct({
    title: 'Desk lamp',
    options: [{ name: 'Color', values: ['Red', 'Green'] }],
    variants: [
      { options: ['Red'], price: 5000, stock: 3 },
      { options: ['Green'], price: 5500, stock: 4 },
    ],
  })
})
beforeEach(() => {
  email = `ada${++emailCount}@example.com`
})
afterAll(() => t.close())

async function createProduct(body: object): Promise<Product> {
  const reply = await t.call('owner', productApi.create, { body: { status: 'active', ...body } })
  return reply.body.data
}
const updateTeapot = (body: object) =>
  t.call('owner', productApi.update, { params: { id: teapot._id }, body })

const send = (shopper: Shopper, fields: Record<string, string>) => shopper.send(fields, { url })
const add = (shopper: Shopper, { _id: product }: Product, variant?: string) =>
  send(shopper, { intent: 'add', product, ...(variant && { variant }) })
const open = async (shopper: Shopper, path = url) => (await shopper.open(path)).body
const readShareUrl = (html: string) =>
  /value="https?:\/\/[^"/]*(\/wish-list\/[^"]*)"/.exec(html)?.[1]

/** Returns everything that shoppers can change, to compare before and after a rejection. */
const readTables = () =>
  t.inStore(async tx => ({
    lists: [...(await tx`select * from wish_list order by id`)],
    items: [...(await tx`select * from wish_list_item order by id`)],
    alerts: [...(await tx`select id, email, state, kind from product_alert order by id`)],
  }))

test('the first heart sets the cookie, and the page shows the changes since then', async () => {
  const shopper = new Shopper(t)
  const page = await shopper.open(`/products/${teapot.slug}`)
  expect(page.body).toContain('aria-label="Add Blue teapot to wish list"')
  expect(await open(shopper)).toContain('Your wish list is empty.')
  expect(shopper.cookies.size).toBe(0)

  const reply = await add(shopper, teapot)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, url])
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-wish-list=[\w-]{43}; Path=\/; .*Secure; HttpOnly; SameSite=Lax$/,
    ),
    expect.stringMatching(
      `^__Host-wishes=${teapot._id.slice(-6)}; Path=/; .*Secure; SameSite=Lax$`,
    ),
  ])
  await add(shopper, teapot)
  await add(shopper, lamp, lamp.variants[1]?._id)
  expect(shopper.cookies.get('__Host-wishes')).toBe(teapot._id.slice(-6) + lamp._id.slice(-6))
  await updateTeapot({ price: 1990, stock: 5 })
  const list = await shopper.open(url)
  expect(list.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  })
  for (const part of ['Green', '$55.00', '$19.90', '$5.00 less than', 'Back in stock'])
    expect(list.body).toContain(part)
  expect(list.body).toContain(`name="variant" value="${lamp.variants[1]?._id}"`)
  await updateTeapot({ price: 2490, stock: 0 })

  await send(shopper, { intent: 'remove', product: lamp._id })
  expect(await open(shopper)).not.toContain('Desk lamp')
  await send(shopper, { intent: 'remove', product: teapot._id })
  expect(shopper.cookies.has('__Host-wishes')).toBe(false)
})

test('lists of others are neither read nor changed, and rejections write nothing', async () => {
  const [shopper, other] = [new Shopper(t), new Shopper(t)]
  await add(shopper, teapot)
  const draft = await createProduct({ title: 'Secret', price: 1, status: 'draft' })
  const [list] = await t.inStore(
    tx => tx<{ id: string }[]>`
    select id from wish_list order by id desc limit 1`,
  )
  const before = await readTables()
  for (const intent of ['remove', 'alert', 'share', 'stopShare', 'sendLink'])
    expect(
      (await send(other, { intent, product: teapot._id, wanted: 'on', email, name: 'x' }))
        .statusCode,
    ).toBe(303)
  const cases: [Record<string, string>, number][] = [
    [{ intent: 'add', product: draft._id }, 409],
    [{ intent: 'add', product: crypto.randomUUID() }, 409],
    [{ intent: 'add', product: "x' or true --" }, 422],
    [{ intent: 'add', product: '10'.repeat(5000) }, 422],
    [{ intent: 'share', name: 'x'.repeat(61) }, 422],
    [{ intent: 'sendLink', email: 'no email' }, 422],
    [{ intent: 'alert', product: teapot._id, wanted: 'maybe' }, 422],
    [{}, 422],
  ]
  for (const [fields, status] of cases)
    expect([fields, (await send(other, fields)).statusCode]).toEqual([fields, status])
  for (const value of ['', 'x', 'A'.repeat(43)]) {
    other.cookies.set('__Host-wish-list', value)
    expect(await open(other)).toContain('Your wish list is empty.')
  }
  for (const path of [`/${list?.id}/x`, `/${list?.id}/${'A'.repeat(43)}`, '/x/y'])
    expect((await other.open(url + path)).statusCode).toBe(404)
  expect(await readTables()).toEqual(before)
})

test('the cookie and the shared link of a list open nothing in another store', async () => {
  const shopper = new Shopper(t)
  await add(shopper, teapot)
  await send(shopper, { intent: 'share', name: 'Ada' })
  const path = readShareUrl(await open(shopper)) ?? ''
  const { storeId, name } = t.people.stranger
  await t.call('stranger', storeApi.update, {
    params: { id: storeId },
    body: { data: { status: 'live' } },
  })
  t.advanceClock(1000)
  const before = await readTables()
  const headers = { host: `store-of-${name}.${t.app.config.storefrontHost}` }
  const cookies = [...shopper.cookies]
  expect((await shopper.open(url, headers)).body).toContain('Your wish list is empty.')
  expect((await shopper.open(path, headers)).statusCode).toBe(404)
  for (const intent of ['add', 'remove', 'share', 'stopShare']) {
    for (const [cookie, value] of cookies) shopper.cookies.set(cookie, value)
    await shopper.send({ intent, product: teapot._id, name: 'x' }, { url, headers })
  }
  expect(await readTables()).toEqual(before)
})

test('a shared list shows no email, is not changed by readers, and ends', async () => {
  await placeTestOrder(t, { email })
  const [shopper, reader] = [new Shopper(t), new Shopper(t)]
  await signInShopper(t, shopper, email)
  await add(shopper, lamp)
  await send(shopper, { intent: 'share', name: '"><script>alert(1)</script>' })
  const path = readShareUrl(await open(shopper)) ?? ''
  const page = await reader.open(path)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  expect(page.body).toContain('Desk lamp')
  expect(page.body).toContain('&lt;script&gt;')
  for (const part of [email, '<script>alert', 'value="remove"', 'value="stopShare"'])
    expect(page.body).not.toContain(part)
  expect(reader.cookies.size).toBe(0)

  await send(shopper, { intent: 'stopShare' })
  const ended = await reader.open(path)
  expect([ended.statusCode, ended.body.includes('no longer shared')]).toEqual([404, true])
  const unknown = await reader.open(path.replace(/[\w-]+\/[^/]+$/, `${crypto.randomUUID()}/x`))
  expect(unknown.body, 'an unknown link looks the same').toBe(ended.body)
  await send(shopper, { intent: 'share' })
  expect((await reader.open(path)).statusCode, 'the link before stays closed').toBe(404)
  const nextPath = readShareUrl(await open(shopper)) ?? ''
  expect((await reader.open(nextPath)).body).toContain('<h1>Wish list</h1>')
})

test('a link by email keeps the list on another device, and signing in joins lists', async () => {
  const [shopper, phone] = [new Shopper(t), new Shopper(t)]
  await add(shopper, teapot)
  const request = await send(shopper, { intent: 'sendLink', email })
  expect([request.statusCode, request.headers.location]).toEqual([303, `${url}?sent=1#keep`])
  const link = await readAccountLink(t, email)
  const reply = await phone.send({}, { url: link })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, url])
  expect(phone.cookies.get('__Host-wishes')).toBe(teapot._id.slice(-6))
  expect(await open(phone)).toContain('Blue teapot')
  expect(await open(shopper), 'the browser keeps its own').toContain('Blue teapot')

  await add(shopper, lamp)
  await signInShopper(t, shopper, email)
  expect(shopper.cookies.has('__Host-wish-list')).toBe(false)
  for (const device of [shopper, phone]) {
    const page = await open(device)
    expect(page).toContain('Blue teapot')
    expect(page).toContain('Desk lamp')
    expect(page).not.toContain('Save your list')
  }
  await shopper.send({ intent: 'signOut' }, { url: '/account' })
  expect(shopper.cookies.has('__Host-wishes')).toBe(false)
  expect(await open(shopper)).toContain('Your wish list is empty.')
})

test('links to emails that a store does not know are limited for each network', async () => {
  const { subscription } = t.app.config.rateLimits
  const { source } = subscription
  subscription.source = { count: 1, refillSeconds: 3600 }
  const shopper = new Shopper(t)
  await add(shopper, teapot)
  const statuses: number[] = []
  for (const address of ['one@shopper.example', 'two@shopper.example']) {
    const fields = { intent: 'sendLink', email: address }
    statuses.push((await shopper.send(fields, { url, ip: '203.0.113.9' })).statusCode)
  }
  subscription.source = source
  expect(statuses).toEqual([303, 429])
})

test('an alert of a signed-in shopper needs no confirmation, and ends', async () => {
  await placeTestOrder(t, { email })
  const shopper = new Shopper(t)
  await signInShopper(t, shopper, email)
  await add(shopper, teapot)
  const change = (wanted: string) => send(shopper, { intent: 'alert', product: teapot._id, wanted })
  const listAlerts = () =>
    t.inStore(async tx => [
      ...(await tx`select kind, state from product_alert where email = ${email} order by kind`),
    ])
  await change('on')
  await change('on')
  expect(await listAlerts()).toEqual([
    { kind: 'price', state: 'confirmed' },
    { kind: 'stock', state: 'confirmed' },
  ])
  expect(await open(shopper)).toContain('aria-pressed="true"')
  const events = await t.inStore(
    tx => tx<{ kind: string; source: string }[]>`
    select e.kind, e.source from consent_event e join product_alert a on a.id = e.product_alert_id
    where a.email = ${email} and a.kind = 'price' order by e.id`,
  )
  expect([...events]).toEqual([
    { kind: 'requested', source: url },
    { kind: 'confirmed', source: '' },
  ])
  await change('off')
  expect(await listAlerts()).toEqual([
    { kind: 'price', state: 'unsubscribed' },
    { kind: 'stock', state: 'unsubscribed' },
  ])
})

test('a list has a limit, also for simultaneous additions', async () => {
  const shopper = new Shopper(t)
  await add(shopper, lamp)
  await t.inStore(
    tx => tx`
    with added as (
      insert into product (title, slug) select 'Filler', 'filler-' || n
      from generate_series(1, ${maxWishes - 2}) n returning id)
    insert into wish_list_item (wish_list_id, product_id, price, currency, was_available)
    select (select id from wish_list order by id desc limit 1), id, 1, 'USD', true from added`,
  )
  const others = [teapot, await createProduct({ title: 'Cup', price: 100, stock: 5 })]
  const replies = await Promise.all(others.map(product => add(shopper, product)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)?.body).toContain(
    'is full (200 products)',
  )
})

test('the list is in the export of the customer and is erased with the customer', async () => {
  const order = await placeTestOrder(t, { email })
  const shopper = new Shopper(t)
  await signInShopper(t, shopper, email)
  await add(shopper, lamp)
  const [customer] = await t.inStore(
    tx => tx<{ id: string }[]>`
    select id from customer where email = ${email}`,
  )
  await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${order.id}`)
  const params = { id: customer?.id ?? '' }
  const data = await t.call('owner', customerDataApi.exportData, { params })
  expect(JSON.stringify(data.body)).toContain('Desk lamp')
  expect((await t.call('owner', customerDataApi.erase, { params })).status).toBe(200)
  expect((await readTables()).lists.filter(list => list['email'] === email)).toEqual([])
})

test('browser agents find each form once on its page', async () => {
  await t.call('owner', shippingApi.create, {
    body: {
      name: 'Austria',
      destinations: [{ country: 'AT' }],
      rates: [
        { _id: crypto.randomUUID(), name: 'Post', kind: 'flat', steps: [{ from: 0, price: 990 }] },
      ],
    },
  })
  const shopper = new Shopper(t)
  await add(shopper, lamp)
  await shopper.send({ intent: 'add', variant: lamp.variants[0]?._id ?? '', quantity: '1' })
  const paths = [
    `/products/${lamp.slug}`,
    '/products',
    '/cart',
    '/checkout',
    url,
    '/pages/contact-us',
  ]
  const pages = await Promise.all(paths.map(path => open(shopper, path)))
  // The form of the newsletter with an error.
  pages.push((await shopper.send({}, { url: '/newsletter' })).body)
  const tools = new Set<string>()
  for (const page of pages) {
    const names = [...page.matchAll(/toolname="(\w+)/g)].map(([, name = '']) => name)
    expect(new Set(names).size, page).toBe(names.length)
    for (const name of names) tools.add(name)
  }
  expect([...tools].toSorted()).toEqual([
    'addToCart',
    'addToWishList',
    'changeQuantity',
    'estimateDelivery',
    'fillInCheckout',
    'filterProducts',
    'keepWishList',
    'searchProducts',
    'sendMessage',
    'subscribeToNews',
  ])
})
