import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import {
  maxRedirectProblems,
  maxRedirects,
  normalizeRedirectPath,
  RedirectTarget,
  redirectApi,
} from '#contract/cms/redirect.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', productApi.create, {
    body: { title: 'Mug', slug: 'mug', status: 'active', price: 1900 },
  })
})
afterAll(() => t.close())
afterEach(() => t.inStore(tx => tx`delete from redirect`))

const create = (path: string, target: string) =>
  t.call('owner', redirectApi.create, { body: { path, target } })
const list = async (query = {}) => (await t.call('owner', redirectApi.list, { query })).body
const importCsv = async (csv: string) => t.call('owner', redirectApi.import, { body: { csv } })
const listTargets = async () =>
  Object.fromEntries(
    (await list({ perPage: 100 })).data.map((row: { path: string; target: string }) => [
      row.path,
      row.target,
    ]),
  )

test.each([
  ['/old', '/products', '/old', '/products'],
  [
    ' old-page.html ',
    '/products/mug?variant=1#top',
    '/old-page.html',
    '/products/mug?variant=1#top',
  ],
  ['https://old.example.com/Shop/', 'https://Example.com', '/shop', 'https://example.com/'],
  ['/Über uns', '/pages/about', '/%c3%bcber%20uns', '/pages/about'],
  ['/a/../b', '/c/./d', '/b', '/c/d'],
  ['/old', 'https://store-of-owner.storewright.localhost/products?a=1', '/old', '/products?a=1'],
])('saves %j to %j', async (path, target, savedPath, savedTarget) => {
  const reply = await create(path, target)
  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject({
    message: 'Redirect created',
    data: { path: savedPath, target: savedTarget, kind: 'own', hits: 0, lastHitAt: null },
  })
})

test('the database reads the path of a target like the contract', async () => {
  const characters = Array.from({ length: 126 }, (_, code) => code + 1)
  const encoded = characters.map(code => `/a%${code.toString(16).padStart(2, '0')}b`)
  const plain = characters.map(code => `/a${String.fromCharCode(code)}b`)
  const words = ['/', '/Über uns/', '/u\u0308ber', '/%E8%8C%B6', '/茶?a=1#b', '/a%2Fb/', '/a%253Db']
  const capitals = ['/ΟΔΟΣ', '/İstanbul', '/ẞ', '/ǅ']
  const paths = [...encoded, ...plain, ...words, ...capitals].flatMap(text => {
    const { data } = RedirectTarget.safeParse(text)
    // A single percent sign is no path that a redirect can have.
    return data?.startsWith('/') && data !== '/a%b' ? [data] : []
  })
  const rows = await t.inStore(
    tx => tx<{ target: string; path: string }[]>`
      select target, to_redirect_path(target) as path from unnest(${paths}::text[]) target`,
  )
  expect(rows.length).toBeGreaterThan(240)
  for (const { target, path } of rows)
    expect([target, path]).toEqual([target, normalizeRedirectPath(target)])
})

test('rejected redirects change nothing', async () => {
  await create('/taken', '/products')
  await create('/step', '/again')
  const before = await t.changes()
  const cases = [
    ['', '/products', 422, 'path', 'redirect_path_in_use'],
    ['/', '/products', 409, 'path', 'redirect_path_in_use'],
    ['//example.com/x', '/products', 422, 'path', 'invalid_redirect_path'],
    ['/a\\b', '/products', 422, 'path', 'invalid_redirect_path'],
    ['/a?b=1', '/products', 422, 'path', 'invalid_redirect_path'],
    ['/a#b', '/products', 422, 'path', 'invalid_redirect_path'],
    ['/%', '/products', 422, 'path', 'invalid_redirect_path'],
    [`/${'a'.repeat(600)}`, '/products', 422, 'path', 'invalid_redirect_path'],
    ['/x', '//example.com', 422, 'target', 'invalid_redirect_target'],
    ['/x', '/\\example.com', 422, 'target', 'invalid_redirect_target'],
    ['/x', '/.//example.com', 422, 'target', 'invalid_redirect_target'],
    ['/x', '\t//example.com', 422, 'target', 'invalid_redirect_target'],
    ['/x', 'javascript:alert(1)', 422, 'target', 'invalid_redirect_target'],
    ['/x', 'data:text/html,x', 422, 'target', 'invalid_redirect_target'],
    ['/x', 'http://example.com', 422, 'target', 'invalid_redirect_target'],
    ['/x', 'https://ann:secret@example.com', 422, 'target', 'invalid_redirect_target'],
    ['/x', 'products', 422, 'target', 'invalid_redirect_target'],
    ['/x', '', 422, 'target', 'required'],
    ['/products', '/x', 409, 'path', 'redirect_path_in_use'],
    ['/products/mug', '/x', 409, 'path', 'redirect_path_in_use'],
    ['/cart', '/x', 409, 'path', 'redirect_path_in_use'],
    ['/taken/', '/x', 409, 'path', 'redirect_path_taken'],
    ['/x', '/X/', 422, 'target', 'redirect_loop'],
    ['/again', '/step', 422, 'target', 'redirect_loop'],
  ] as const
  for (const [path, target, status, field, code] of cases) {
    const { body, status: actual } = await create(path, target)
    const label = `${path} → ${target}`.slice(0, 60)
    expect([label, actual, body.errors?.[0]]).toEqual([
      label,
      path === '' ? 409 : status,
      expect.objectContaining({ path: field, code }),
    ])
  }
  expect(await t.changes()).toBe(before)
})

test('lists, searches, sorts and pages redirects, and shows where earlier slugs lead', async () => {
  const product = (
    await t.call('owner', productApi.create, {
      body: { title: 'Bowl', slug: 'bowl', status: 'active', price: 100 },
    })
  ).body.data
  await t.call('owner', productApi.update, {
    params: { id: product._id },
    body: { slug: 'big-bowl' },
  })
  for (const name of ['a', 'b', 'c']) await create(`/old-${name}`, '/products')
  expect((await list({ q: 'BIG-bowl' })).data).toMatchObject([
    { path: '/products/bowl', target: '/products/big-bowl', kind: 'product' },
  ])
  for (const q of ['products/big', 'ts/bowl', 'bowl'])
    expect((await list({ q })).data).toMatchObject([{ path: '/products/bowl' }])
  expect((await list({ q: '/products' })).meta.total).toBe(4)
  expect((await list({ q: '%' })).data).toEqual([])
  expect((await list({ kind: 'own' })).meta.total).toBe(3)
  const first = await list({ perPage: 3, sort: 'path' })
  const rest = await list({ perPage: 3, sort: 'path', after: first.meta.next })
  expect([...first.data, ...rest.data].map(({ path }: { path: string }) => path)).toEqual([
    '/old-a',
    '/old-b',
    '/old-c',
    '/products/bowl',
  ])
})

test('finds earlier slugs of categories and pages by where they lead', async () => {
  const { _id: id } = (await t.call('owner', categoryApi.create, { body: { name: 'Cups' } })).body
    .data
  await t.call('owner', categoryApi.update, { params: { id }, body: { slug: 'mugs-and-cups' } })
  const page = (await t.call('owner', cmsApi.createPage, { body: { title: 'Team' } })).body.data
  await t.call('owner', cmsApi.updatePage, { params: { id: page._id }, body: { slug: 'people' } })
  expect((await list({ q: 'categories/mugs' })).data).toMatchObject([
    { path: '/categories/cups', kind: 'category' },
  ])
  expect((await list({ q: 'pages/people' })).data).toMatchObject([
    { path: '/pages/team', kind: 'page' },
  ])
})

test('updates a redirect with its version, and turns an earlier slug into an own redirect', async () => {
  const { _id: id } = (await create('/old', '/products')).body.data
  const update = (body: object) => t.call('owner', redirectApi.update, { params: { id }, body })
  expect((await update({ target: '/search', version: 1 })).body.data).toMatchObject({
    path: '/old',
    target: '/search',
    version: 2,
  })
  const before = await t.changes()
  expect((await update({ target: '/old', version: 2 })).body.errors[0].code).toBe('redirect_loop')
  expect((await update({ path: '/products/mug' })).body.errors[0].code).toBe('redirect_path_in_use')
  expect((await update({ target: '/pages/x', version: 1 })).status).toBe(409)
  expect(await t.changes()).toBe(before)

  const product = (await t.call('owner', productApi.list, { query: { q: 'Mug' } })).body.data[0]
  const rename = (slug: string) =>
    t.call('owner', productApi.update, { params: { id: product._id }, body: { slug } })
  await rename('cup')
  const [earlier] = (await list({ kind: 'product' })).data
  const changed = await t.call('owner', redirectApi.update, {
    params: { id: earlier._id },
    body: { target: '/pages/about' },
  })
  expect(changed.body.data).toMatchObject({ path: '/products/mug', kind: 'own' })
  await rename('mug')
  expect(await listTargets()).toMatchObject({ '/products/cup': '/products/mug' })
})

test('deletes one redirect, several, or all that match', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd'])
    ids.push((await create(`/old-${name}`, '/products')).body.data._id)
  await t.call('owner', redirectApi.delete, { params: { id: ids[0] ?? '' } })
  await t.call('owner', redirectApi.bulkDelete, { body: { ids: [ids[1]] } })
  expect(Object.keys(await listTargets())).toEqual(['/old-d', '/old-c'])
  const reply = await t.call('owner', redirectApi.bulkDelete, {
    body: { filter: { q: 'old' }, expectedCount: 2 },
  })
  expect(reply.body.data).toMatchObject({ done: 2, failed: 0 })
  expect(await listTargets()).toEqual({})
})

test('imports CSV with or without a header, and reports lines with a problem', async () => {
  await create('/a', '/products')
  const reply = await importCsv(
    [
      '\uFEFFRedirect from,Redirect to',
      '/a,/search',
      '"/b, c",https://example.com/b',
      '',
      '/d,//example.com',
      '/products/mug,/x',
      '/e',
      '/f,/F',
      '/g,/1',
      '/g,/2',
    ].join('\r\n'),
  )
  expect(reply.body.data).toMatchObject({
    created: 2,
    updated: 1,
    failed: 4,
    problems: [
      { line: 5, code: 'invalid_redirect_target' },
      { line: 6, code: 'redirect_path_in_use' },
      { line: 7, code: 'redirect_columns' },
      { line: 8, code: 'redirect_loop' },
    ],
  })
  expect(await listTargets()).toEqual({
    '/a': '/search',
    '/b,%20c': 'https://example.com/b',
    '/g': '/2',
  })
  expect((await importCsv('/a;/search')).body.data).toMatchObject({ created: 0, updated: 0 })
  expect((await importCsv('/h\t/i')).body.data).toMatchObject({ created: 1 })
})

test('reads quotes that are not doubled, and reports the lines where they are ambiguous', async () => {
  const reply = await importCsv('From,To\n/a,"/12" vinyl"\n/b,"/x, "y", z"\n"/c" d,/search\n')
  expect(reply.body.data).toMatchObject({
    created: 2,
    failed: 1,
    problems: [{ line: 3, code: 'redirect_quotes' }],
  })
  expect(await listTargets()).toEqual({ '/a': '/12%22%20vinyl', '/%22/c%22%20d': '/search' })
})

test.each([
  ['/größe,/x\n/hüte,/y', 'latin1', 'windows-1252', true],
  ['/größe,/x', 'utf8', 'utf-8', false],
  ['\ufeff/größe,/x', 'utf16le', 'utf-16le', false],
  ['/a,/x\n/b,/y\n', 'utf16le', 'utf-16le', true],
  ['/a,/x', 'latin1', 'utf-8', false],
] as const)('finds the encoding of %j in %s', async (text, encoding, expected, isUncertain) => {
  const body = { file: Buffer.from(text, encoding).toString('base64') }
  const before = await t.changes()
  const { data } = (await t.call('owner', redirectApi.findEncoding, { body })).body
  expect(data.encoding).toBe(expected)
  expect(data.samples.length > 0).toBe(isUncertain)
  expect(await t.changes()).toBe(before)
})

test('a file that cannot be read or has too many lines changes nothing', async () => {
  const before = await t.changes()
  expect((await importCsv('/x,/y\n"/a,/b')).body.errors[0]).toMatchObject({
    path: 'csv',
    code: 'redirect_line_unreadable',
    params: { line: 2 },
  })
  expect((await importCsv(' \n,\n')).body).toMatchObject({
    errors: [{ code: 'redirect_csv_invalid' }],
  })
  const tooMany = Array.from({ length: maxRedirects + 2 }, (_, n) => `/${n},/x`).join('\n')
  expect((await importCsv(tooMany)).body.code).toBe('redirect_limit')
  expect(await t.changes()).toBe(before)
  const failing = Array.from({ length: 80 }, (_, n) => `/${n},x`).join('\n')
  const { failed, problems } = (await importCsv(failing)).body.data
  expect([failed, problems.length]).toEqual([80, maxRedirectProblems])
})

test('a store has a limited number of redirects', async () => {
  const lines = Array.from({ length: maxRedirects }, (_, n) => `/${n},/x`).join('\n')
  expect((await importCsv(lines)).body.data.created).toBe(maxRedirects)
  const before = await t.changes()
  expect((await create('/one-more', '/products')).body.code).toBe('redirect_limit')
  expect((await importCsv('/one-more,/products')).body.code).toBe('redirect_limit')
  expect(await t.changes()).toBe(before)
  expect((await importCsv('/0,/y')).body.data).toMatchObject({ updated: 1 })
})
