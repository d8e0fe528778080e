import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeApi } from '#contract/store/store.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let email: string
let emailCount = 0
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
beforeEach(() => {
  email = `grace${++emailCount}@example.com`
})
afterAll(() => t.close())

const url = '/account'
const requestCode = (shopper: Shopper, address = email) =>
  shopper.send({ intent: 'requestCode', email: address }, { url })
const enterCode = (shopper: Shopper, code: string) =>
  shopper.send({ intent: 'signIn', code }, { url })

async function readCode(): Promise<string> {
  await t.runJobs()
  const mails = await listMailsTo(t, email)
  const codes = mails.flatMap(mail => /^Code: (\d{6})/m.exec(mail)?.[1] ?? [])
  return codes.at(-1) ?? ''
}
const getWrongCode = (code: string) => (code === '123456' ? '654321' : '123456')

/** Returns what signing in changes, to compare before and after a rejection. */
const readTables = () =>
  t.inStore(async tx => ({
    codes: [...(await tx`select email, attempts from shopper_code order by email`)],
    sessions: [...(await tx`select email from shopper_session order by email`)],
  }))
const countSessions = async () => (await readTables()).sessions.length

async function signIn() {
  const shopper = new Shopper(t)
  await requestCode(shopper)
  const reply = await enterCode(shopper, await readCode())
  expect(reply.statusCode).toBe(303)
  return { shopper, reply }
}

test('a shopper signs in by a code, sees the orders, keeps the cart, and signs out', async () => {
  const order = await placeTestOrder(t, { email, name: '"><script>alert(1)</script>' })
  await placeTestOrder(t, { email: 'someone.else@example.com' })
  const shopper = new Shopper(t)
  await shopper.send({ intent: 'add', variant: order.product.variant, quantity: '2' })
  const sent = await requestCode(shopper, email.toUpperCase())
  expect([sent.statusCode, sent.headers.location]).toEqual([303, url])
  expect((await shopper.open(url)).body).toContain(email)
  const code = await readCode()
  const stored = await t.inStore(
    tx => tx<{ codeHash: Buffer }[]>`select code_hash from shopper_code where email = ${email}`,
  )
  expect(stored[0]?.codeHash, 'only a hash is stored').toHaveLength(32)

  const reply = await enterCode(shopper, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  const cookie = [reply.headers['set-cookie'] ?? []].flat().find(text => /account=\S/.test(text))
  expect(cookie).toMatch(/^__Host-account=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; /)
  const page = await shopper.open(url)
  expect(page.headers['cache-control']).toBe('private, no-store')
  expect(page.body.match(/href="\/orders\//g)).toHaveLength(1)
  expect(page.body).toContain(`href="${order.path}"`)
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

test('an email without orders gets the same reply, but no code', async () => {
  await placeTestOrder(t, { email })
  const [known, unknown] = [new Shopper(t), new Shopper(t)]
  const before = await readTables()
  const replies = [await requestCode(known), await requestCode(unknown, 'nobody@example.com')]
  expect(replies.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
    [303, url],
    [303, url],
  ])
  const [knownPage, unknownPage] = [await known.open(url), await unknown.open(url)]
  expect(unknownPage.body.replaceAll('nobody@example.com', email)).toBe(knownPage.body)
  await readCode()
  expect(await listMailsTo(t, 'nobody@example.com')).toEqual([])
  const { codes } = await readTables()
  expect(codes).toHaveLength(before.codes.length + 1)
})

test('simultaneous wrong codes get five attempts, and then the right one is rejected', async () => {
  await placeTestOrder(t, { email })
  const shopper = new Shopper(t)
  await requestCode(shopper)
  const code = await readCode()
  const sessions = await countSessions()
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => enterCode(shopper, getWrongCode(code))),
  )
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([422]))
  expect(replies[0]?.body).toContain('This code is incorrect or has expired.')
  const after = await readTables()
  expect(after.codes.find(row => row['email'] === email)).toMatchObject({ attempts: 5 })
  expect((await enterCode(shopper, code)).statusCode).toBe(422)
  expect(await readTables()).toEqual(after)
  expect(await countSessions()).toBe(sessions)
})

test('a code works once, also for simultaneous requests, and not after ten minutes', async () => {
  await placeTestOrder(t, { email })
  const shopper = new Shopper(t)
  await requestCode(shopper)
  const code = await readCode()
  const sessions = await countSessions()
  const cookies = new Map(shopper.cookies)
  const browsers = Array.from({ length: 4 }, () => {
    const browser = new Shopper(t)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  })
  const replies = await Promise.all(browsers.map(browser => enterCode(browser, code)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422, 422, 422])
  expect(await countSessions()).toBe(sessions + 1)

  const late = new Shopper(t)
  await requestCode(late)
  const lateCode = await readCode()
  await t.inStore(
    tx =>
      tx`update shopper_code set expires_at = now() - interval '1 second' where email = ${email}`,
  )
  const before = await readTables()
  expect((await enterCode(late, lateCode)).statusCode).toBe(422)
  expect(await readTables()).toEqual(before)
})

test.each(['12345', '1234567', 'abcdef', "1' or '1"])(
  'the code %s is rejected without an attempt',
  async code => {
    await placeTestOrder(t, { email })
    const shopper = new Shopper(t)
    await requestCode(shopper)
    await readCode()
    const before = await readTables()
    expect((await enterCode(shopper, code)).statusCode).toBe(422)
    expect(await readTables()).toEqual(before)
  },
)

test('a code of one email signs in no other, and a form of another site is rejected', async () => {
  await placeTestOrder(t, { email })
  const victim = email
  const shopper = new Shopper(t)
  await requestCode(shopper)
  const code = await readCode()
  const thief = new Shopper(t)
  await requestCode(thief, 'someone.else@example.com')
  await t.runJobs()
  const sessions = await countSessions()
  expect((await enterCode(thief, code)).statusCode).toBe(422)
  const foreign = await shopper.send(
    { intent: 'signIn', code },
    { url, headers: { 'sec-fetch-site': 'cross-site' } },
  )
  expect(foreign.statusCode).toBe(403)
  expect(await countSessions()).toBe(sessions)
  expect((await listMailsTo(t, victim)).filter(mail => /^Code: /m.test(mail))).toHaveLength(1)
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
  expect(reply.body).toContain('value="requestCode"')
})

test('orders are listed in pages, newest first, and in the language of the page', async () => {
  const paths: string[] = []
  for (let index = 0; index < 21; index += 1)
    paths.unshift((await placeTestOrder(t, { email })).path)
  const { shopper } = await signIn()
  const listPaths = (body: string) => [...body.matchAll(/href="(\/orders\/[^"]+)"/g)].map(m => m[1])
  const { body } = await shopper.open(url)
  expect(listPaths(body)).toEqual(paths.slice(0, 20))
  const [, older = ''] = /href="(\/account\?before=[^"]+)"/.exec(body) ?? []
  expect(listPaths((await shopper.open(older)).body)).toEqual(paths.slice(20))
  expect((await shopper.open('/account?before=x')).body).toBe(body)
  expect((await shopper.open('/de/account')).body).toContain('Ihre Bestellungen')
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

test('a network can request five codes of an email in ten minutes', async () => {
  const app = await startTestApp({ LIMIT_FACTOR: '1' })
  try {
    await openTestCheckout(app)
    await placeTestOrder(app, { email })
    const shopper = new Shopper(app)
    const statuses = []
    for (let index = 0; index < 6; index += 1)
      statuses.push((await shopper.send({ intent: 'requestCode', email }, { url })).statusCode)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  } finally {
    await app.close()
  }
})
