import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeApi } from '#contract/store/store.ts'
import { listMailsTo } from '../../testing/list-mails.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../../testing/subject/test-order.ts'
import { readAccountLink, Shopper, signInShopper } from '../../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let email: string
let emailCount = 0
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  await openTestCheckout(t)
})
beforeEach(() => {
  email = `grace${++emailCount}@example.com`
})
afterAll(() => t.close())

const url = '/account'
const requestLink = (shopper: Shopper, address = email) =>
  shopper.send({ intent: 'requestLink', email: address }, { url })
const readLink = () => readAccountLink(t, email)
const openLink = (shopper: Shopper, link: string) => shopper.send({}, { url: link })

/** Returns what signing in changes, to compare before and after a rejection. */
const readTables = () =>
  t.inStore(async tx => ({
    links: [...(await tx`select email, expires_at from shopper_link order by email, expires_at`)],
    sessions: [...(await tx`select email from shopper_session order by email`)],
  }))
const countSessions = async () => (await readTables()).sessions.length

async function signIn() {
  const shopper = new Shopper(t)
  const reply = await signInShopper(t, shopper, email)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, url])
  return { shopper, reply }
}

test('a shopper signs in by a link, sees the orders, keeps the cart, and signs out', async () => {
  const order = await placeTestOrder(t, { email, name: '"><script>alert(1)</script>' })
  await placeTestOrder(t, { email: 'someone.else@example.com' })
  const shopper = new Shopper(t)
  await shopper.send({ intent: 'add', variant: order.product.variant, quantity: '2' })
  const sent = await requestLink(shopper, email.toUpperCase())
  expect([sent.statusCode, sent.headers.location]).toEqual([303, url])
  const sentPage = (await shopper.open(url)).body
  expect(sentPage).toContain(`If there is an account for ${email}, a link is on its way.`)
  expect(sentPage).not.toContain('name="code"')
  const link = await readLink()
  const stored = await t.inStore(
    tx => tx<{ tokenHash: Buffer }[]>`select token_hash from shopper_link where email = ${email}`,
  )
  expect(stored[0]?.tokenHash, 'only a hash is stored').toHaveLength(32)

  const before = await readTables()
  const linkPage = await shopper.open(link)
  expect(linkPage.body).toContain(`This link opens the account of ${email}.`)
  expect(linkPage.body).toContain(`action="${link}"`)
  expect(linkPage.body).not.toContain(order.path)
  expect(linkPage.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  expect(await readTables(), 'mail programs open links too').toEqual(before)

  const reply = await openLink(shopper, link)
  const cookie = [reply.headers['set-cookie'] ?? []].flat().find(text => /account=\S/.test(text))
  expect(cookie).toMatch(/^__Host-account=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; /)
  const page = await shopper.open(url)
  expect(page.headers['cache-control']).toBe('private, no-store')
  expect(page.body.match(/href="\/orders\//g)).toHaveLength(1)
  expect(page.body).toContain(`href="${order.path}"`)
  expect((await shopper.open(link)).body, 'also by the link again').toContain(order.path)
  expect((await shopper.open('/cart')).body).toContain('Blue teapot')

  const checkout = (await shopper.open('/checkout')).body
  expect(checkout).toContain(`value="${email}"`)
  expect(checkout).toContain('value="Quay 4"')
  expect(checkout).toContain('&quot;&gt;&lt;script&gt;')
  expect(checkout).not.toContain('<script>alert')

  const stolen = shopper.cookies.get('__Host-account') ?? ''
  await shopper.send({ intent: 'signOut' }, { url })
  expect(shopper.cookies.has('__Host-account')).toBe(false)
  shopper.cookies.set('__Host-account', stolen)
  expect((await shopper.open(url)).body).not.toContain(order.path)
  expect((await shopper.open('/cart')).body).toContain('Blue teapot')
})

test('an email without orders gets the same reply, but no link', async () => {
  await placeTestOrder(t, { email })
  const [known, unknown] = [new Shopper(t), new Shopper(t)]
  const before = await readTables()
  const replies = [await requestLink(known), await requestLink(unknown, 'nobody@example.com')]
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [303, url],
    [303, url],
  ])
  const [knownPage, unknownPage] = [await known.open(url), await unknown.open(url)]
  expect(unknownPage.body.replaceAll('nobody@example.com', email)).toBe(knownPage.body)
  await readLink()
  expect(await listMailsTo(t, 'nobody@example.com')).toEqual([])
  const { links } = await readTables()
  expect(links).toHaveLength(before.links.length + 1)
  await unknown.send({ intent: 'changeEmail' }, { url })
  expect((await unknown.open(url)).body).toContain('value="requestLink"')
})

test('a link works once, also for simultaneous requests, and not after an hour', async () => {
  await placeTestOrder(t, { email })
  await requestLink(new Shopper(t))
  const link = await readLink()
  const sessions = await countSessions()
  const browsers = Array.from({ length: 4 }, () => new Shopper(t))
  const replies = await Promise.all(browsers.map(browser => openLink(browser, link)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 410, 410, 410])
  expect(await countSessions()).toBe(sessions + 1)
  const used = await new Shopper(t).open(link)
  expect(used.statusCode).toBe(410)
  expect(used.body).toContain('This link has expired or was already used. Request another one.')
  expect(used.body).toContain('value="requestLink"')

  await requestLink(new Shopper(t))
  const lateLink = await readLink()
  await t.inStore(
    tx =>
      tx`update shopper_link set expires_at = now() - interval '1 second' where email = ${email}`,
  )
  const before = await readTables()
  expect((await openLink(new Shopper(t), lateLink)).statusCode).toBe(410)
  expect((await new Shopper(t).open(lateLink)).statusCode).toBe(410)
  expect(await readTables()).toEqual(before)
})

test('an earlier link still works after a newer one was requested', async () => {
  await placeTestOrder(t, { email })
  await requestLink(new Shopper(t))
  const link = await readLink()
  await requestLink(new Shopper(t))
  expect(await readLink()).not.toBe(link)
  expect((await openLink(new Shopper(t), link)).statusCode).toBe(303)
})

test.each(['x', 'a'.repeat(43), `${'a'.repeat(42)}'`, `${'a'.repeat(44)}`])(
  'the link %s signs no shopper in',
  async token => {
    await placeTestOrder(t, { email })
    await requestLink(new Shopper(t))
    await readLink()
    const before = await readTables()
    const shopper = new Shopper(t)
    expect((await openLink(shopper, `${url}/${token}`)).statusCode).toBe(410)
    expect(shopper.cookies.has('__Host-account')).toBe(false)
    expect(await readTables()).toEqual(before)
  },
)

test('a link works in its store only, and the form of another site is rejected', async () => {
  await placeTestOrder(t, { email })
  await requestLink(new Shopper(t))
  const link = await readLink()
  const before = await readTables()
  const { storeId, name } = t.people.stranger
  await t.call('stranger', storeApi.update, {
    params: { id: storeId },
    body: { data: { status: 'live' } },
  })
  const elsewhere = await new Shopper(t).send(
    {},
    { url: link, headers: { host: `store-of-${name}.${t.app.config.storefrontHost}` } },
  )
  expect(elsewhere.statusCode).toBe(410)
  const foreign = await new Shopper(t).send(
    {},
    { url: link, headers: { 'sec-fetch-site': 'cross-site' } },
  )
  expect(foreign.statusCode).toBe(403)
  expect(await readTables()).toEqual(before)
})

test('a session of another store shows nothing', async () => {
  const order = await placeTestOrder(t, { email })
  const { shopper } = await signIn()
  const { storeId, name } = t.people.stranger
  await t.call('stranger', storeApi.update, {
    params: { id: storeId },
    body: { data: { status: 'live' } },
  })
  const open = (host?: string) =>
    visit(t, url, {
      headers: {
        cookie: `__Host-account=${shopper.cookies.get('__Host-account')}`,
        ...(host && { host }),
      },
    })
  expect((await open()).body).toContain(order.path)
  const reply = await open(`store-of-${name}.${t.app.config.storefrontHost}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.body).not.toContain(email)
  expect(reply.body).toContain('value="requestLink"')
})

test('orders are listed in pages, newest first, and in the language of the page', async () => {
  const paths: string[] = []
  for (let index = 0; index < 11; index += 1)
    paths.unshift((await placeTestOrder(t, { email })).path)
  const { shopper } = await signIn()
  const listPaths = (body: string) => [...body.matchAll(/href="(\/orders\/[^"]+)"/g)].map(m => m[1])
  const { body } = await shopper.open(url)
  expect(listPaths(body)).toEqual(paths.slice(0, 10))
  const [, older = ''] = /href="(\/account\?before=[^"]+)"/.exec(body) ?? []
  expect(listPaths((await shopper.open(older)).body)).toEqual(paths.slice(10))
  expect((await shopper.open('/account?before=x')).body).toBe(body)
  expect((await shopper.open('/de/account')).body).toContain('Ihr Konto')
})

test('orders of staff are listed once their customer is told about them', async () => {
  const { variant } = await tester.createProduct({ stock: 20 })
  const createOrder = async () =>
    tester.createOrderData({
      customer: { name: 'Grace', email },
      shippingAddress: exampleAddress,
      lines: [{ variant, quantity: 1 }],
    })
  const [untold, linked, exchanged, draft] = [
    await createOrder(),
    await createOrder(),
    await createOrder(),
    await createOrder(),
  ]
  await t.inStore(async tx => {
    await tx`
      insert into order_event (order_id, type)
      select unnest(${[linked._id, draft._id]}::uuid[]), 'payment_link_created'`
    await tx`update "order" set original_order_id = ${untold._id} where id = ${exchanged._id}`
    await tx`update "order" set status = 'draft' where id = ${draft._id}`
  })
  const { shopper } = await signIn()
  const { body } = await shopper.open(url)
  const listed = [untold, linked, exchanged, draft].filter(({ _id }) =>
    body.includes(`/orders/${_id}/`),
  )
  expect(listed.map(({ number }) => number)).toEqual([linked.number, exchanged.number])
  const [, path = ''] = new RegExp(`href="(/orders/${exchanged._id}/[^"]+)"`).exec(body) ?? []
  expect((await shopper.open(path)).statusCode).toBe(200)
  const { product } = await placeTestOrder(t, { email: `other-${email}` })
  await shopper.send({ intent: 'add', variant: product.variant, quantity: '1' })
  expect((await shopper.open('/checkout')).body).toContain(`value="${exampleAddress.line1}"`)
})

test('orders have the date of the time zone of the store', async () => {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { timezone: 'Asia/Tokyo' } },
  })
  const { id } = await placeTestOrder(t, { email })
  await t.inStore(tx => tx`update "order" set created_at = '2026-03-01T20:00:00Z' where id = ${id}`)
  const { shopper } = await signIn()
  expect((await shopper.open(url)).body).toContain('March 2, 2026')
})

test('a network can request five links of an email in ten minutes', async () => {
  const app = await startTestApp({ LIMIT_FACTOR: '1' })
  try {
    await openTestCheckout(app)
    await placeTestOrder(app, { email })
    const shopper = new Shopper(app)
    const statuses = []
    for (let index = 0; index < 6; index += 1)
      statuses.push((await shopper.send({ intent: 'requestLink', email }, { url })).statusCode)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  } finally {
    await app.close()
  }
})
