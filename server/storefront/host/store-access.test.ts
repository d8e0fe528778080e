import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { storePasswordApi } from '#contract/store/store-password.ts'
import { clock } from '../../lib/security/rate-limit.ts'
import { getOwnerOrigin, setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

const password = 'open sesame'
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '1' })
  vi.spyOn(clock, 'sleep').mockResolvedValue(undefined)
  await setStoreStatus(t, 'live')
  await t.call('owner', productApi.create, {
    body: { title: 'Hidden teapot', price: 2490, stock: 3, status: 'active' },
  })
})
afterAll(() => t.close())

/** Sets the password and waits until this process has it. */
async function protect(newPassword: string | null) {
  const reply =
    newPassword === null
      ? await t.call('owner', storePasswordApi.delete)
      : await t.call('owner', storePasswordApi.update, { body: { password: newPassword } })
  expect(reply.status).toBe(200)
  t.advanceClock(1000)
}
const enter = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visit(t, '/password', {
    method: 'POST',
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    remoteAddress: fields['ip'] ?? '127.0.0.1',
  })
const getCookie = (reply: Awaited<ReturnType<typeof enter>>) =>
  String(reply.headers['set-cookie']).split(';')[0] ?? ''
const pages = [
  '/',
  '/products',
  '/products/hidden-teapot',
  '/search?q=teapot',
  '/pages/about-us',
  '/none',
]

test('a store with a password shows nothing but the form', async () => {
  await protect(null)
  expect((await visit(t, '/products')).body).toContain('Hidden teapot')
  await protect(password)
  for (const url of [...pages, '/products/hidden-teapot.json']) {
    const reply = await visit(t, url)
    expect([url, reply.statusCode]).toEqual([url, 403])
    expect(reply.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.body).toContain('action="/password" method="post"')
    expect(reply.body).not.toContain('Hidden teapot')
  }
  expect((await visit(t, '/pages/contact-us', { method: 'POST' })).statusCode).toBe(403)
  expect((await visit(t, '/robots.txt')).body).toContain('Disallow: /\n')
  expect((await visit(t, '/theme.css')).statusCode).toBe(200)
  for (const url of ['/.well-known/none', '/assets/none', '/media/none', '/de/.well-known/none'])
    expect(await visit(t, url)).toMatchObject({
      statusCode: 404,
      body: expect.not.stringContaining('Store of owner'),
    })
})

test('the password opens the page that the visitor wanted', async () => {
  await protect(password)
  const reply = await enter(
    { password: ` ${password} ` },
    { referer: `${getOwnerOrigin(t)}/products?page=1` },
  )
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/products?page=1'])
  expect(reply.headers['set-cookie']).toMatch(
    /^__Host-store-access=[\w-]{43}; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=Lax$/,
  )
  const headers = { cookie: `other=1; ${getCookie(reply)}` }
  for (const url of pages.filter(page => page !== '/none')) {
    const page = await visit(t, url, { headers })
    expect([url, page.statusCode]).toEqual([url, 200])
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.headers['set-cookie']).toBeUndefined()
  }
  expect((await visit(t, '/products', { headers })).body).toContain(
    '<meta name="robots" content="noindex"/>',
  )
  expect((await visit(t, '/sitemap.xml', { headers })).statusCode).toBe(404)
  expect((await visit(t, '/products')).statusCode).toBe(403)
})

test('a wrong password is rejected at its field, and the wanted page is kept', async () => {
  await protect(password)
  const first = await enter({ password: 'open' }, { referer: `${getOwnerOrigin(t)}/products` })
  expect([first.statusCode, first.headers['set-cookie']]).toEqual([422, undefined])
  expect(first.body).toContain('This password is incorrect.')
  expect(first.body).toContain('name="from" value="/products"')
  expect(first.body).not.toContain('value="open"')
  const second = await enter({ password, from: '/products' })
  expect(second.headers.location).toBe('/products')
})

test.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/a b',
  'javascript:alert(1)',
])('the form does not lead to %s', async from => {
  await protect(password)
  expect((await enter({ password, from })).headers.location).toBe('/')
})

test('a new password ends the access of everyone, and no cookie opens another store', async () => {
  await protect(password)
  const headers = { cookie: getCookie(await enter({ password })) }
  expect((await visit(t, '/products', { headers })).statusCode).toBe(200)
  await protect('another password')
  expect((await visit(t, '/products', { headers })).statusCode).toBe(403)
  for (const forged of [
    '',
    'x',
    'null',
    `__Host-store-access=${'A'.repeat(43)}`,
    '__Host-store-access=',
  ])
    expect((await visit(t, '/products', { headers: { cookie: forged } })).statusCode).toBe(403)
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.stranger.storeId}, true)`
    await tx`update store set status = 'live' where id = ${t.people.stranger.storeId}`
    await tx`insert into storefront_password (password_hash) values ('')`
  })
  const host = `store-of-${t.people.stranger.name}.${t.app.config.storefrontHost}`
  const own = getCookie(await enter({ password: 'another password' }))
  expect((await visit(t, '/products', { headers: { cookie: own } })).statusCode).toBe(200)
  expect((await visit(t, '/products', { headers: { host, cookie: own } })).statusCode).toBe(403)
})

test('guesses are limited', async () => {
  await protect(password)
  const ip = '203.0.113.7'
  for (let i = 0; i < 10; i++) await enter({ password: `guess ${i}`, ip })
  const reply = await enter({ password, ip })
  expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([429, undefined])
  expect((await enter({ password })).statusCode).toBe(303)
})

test('without a password the store is open again', async () => {
  await protect(password)
  await protect(null)
  const reply = await visit(t, '/products')
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([
    200,
    'public, max-age=0, must-revalidate',
  ])
  expect(reply.headers['x-robots-tag']).toBeUndefined()
  expect((await visit(t, '/password')).statusCode).toBe(404)
  const entries = await t.inStore(
    tx => tx`select after::text from audit where entity = 'storefront_password'`,
  )
  expect(JSON.stringify(entries)).not.toContain('argon2')
})

test('a password that shoppers could not type is rejected', async () => {
  for (const wrong of ['short', ' '.repeat(10), 'x'.repeat(101), 'null\0character']) {
    const before = await t.changes()
    const reply = await t.call('owner', storePasswordApi.update, { body: { password: wrong } })
    expect([wrong, reply.status]).toEqual([wrong, 422])
    expect(await t.changes()).toBe(before)
  }
})
