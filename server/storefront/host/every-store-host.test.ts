import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { redirectApi } from '#contract/cms/redirect.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Both stores have the same handles, so that only the host distinguishes them. */
const words = { owner: 'Heronware', stranger: 'Wrenware' } as const
type Owner = keyof typeof words
const owners = ['owner', 'stranger'] as const
const getOther = (owner: Owner): Owner => (owner === 'owner' ? 'stranger' : 'owner')

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  for (const owner of owners) await fillStore(owner, words[owner])
  // A process remembers for less than a second that the stores were not live.
  t.advanceClock(1000)
})
afterAll(() => t.close())

async function fillStore(owner: Owner, word: string) {
  const call = async (
    ...args: Parameters<TestApp['call']> extends [unknown, ...infer R] ? R : never
  ) => {
    const reply = await t.call(owner, ...args)
    if (reply.status >= 300) throw new Error(JSON.stringify(reply.body))
    return reply.body.data
  }
  await call(storeApi.update, {
    params: { id: t.people[owner].storeId },
    body: { data: { status: 'live', description: word } },
  })
  const category = await call(categoryApi.create, {
    body: { name: `${word} cups`, slug: 'cup', description: word },
  })
  await call(productApi.create, {
    body: {
      title: `${word} cup`,
      slug: 'cup',
      status: 'active',
      price: 1900,
      vendor: word,
      tags: [word],
      description: `<p>${word}</p>`,
      categories: [category._id],
    },
  })
  await call(cmsApi.createPage, {
    body: { title: `${word} page`, slug: 'cup', body: word, status: 'published' },
  })
  await call(redirectApi.create, { body: { path: '/old-cup', target: `/pages/${word}` } })
  await call(cmsApi.update, {
    body: {
      identity: { siteTitle: word, tagline: word },
      policies: { privacy: word, terms: word, refund: word, shipping: word },
    },
  })
}

/** Every path that the server has, with values for its parameters, and its methods. */
function listRoutes(): { path: string; methods: string[] }[] {
  const parents: string[] = []
  const tree = t.app.storefront?.printRoutes({ commonPrefix: false }) ?? ''
  return tree.split('\n').flatMap(line => {
    const [, indent = '', segment = '', methods] =
      /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (!segment) return []
    const depth = indent.length / 4
    parents.splice(depth, Infinity, segment)
    const path = parents.join('').replaceAll('//', '/')
    return methods ? [{ path: fillParams(path), methods: methods.split(', ') }] : []
  })
}
const values: Record<string, string> = { kind: 'privacy', number: '2' }
const fillParams = (path: string) =>
  path
    .replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'cup')
    .replace('*', `${t.people.stranger.storeId}/cup.webp`)

async function open(owner: Owner, path: string, method: string) {
  const host = `store-of-${t.people[owner].name}.${t.app.config.storefrontHost}`
  const reply = await t.app.storefront?.inject({
    url: path,
    method: method === 'POST' ? 'POST' : 'GET',
    headers: { host, ...(method === 'POST' && { origin: `http://${host}` }) },
  })
  return { status: reply?.statusCode, text: JSON.stringify(reply?.headers) + reply?.body }
}

test('no host shows anything of another store, on any route', async () => {
  const routes = listRoutes()
  const paths = [
    ...routes.flatMap(({ path, methods }) =>
      methods.filter(method => method !== 'HEAD').map(method => ({ path, method })),
    ),
    ...['/search?q=cup', `/search?q=${words.stranger.slice(0, 4)}`, '/products?sort=title'].map(
      path => ({ path, method: 'GET' }),
    ),
    ...['/old-cup', '/none', '/sitemap.xml', '/sitemap/1.xml', '/pages/none'].map(path => ({
      path,
      method: 'GET',
    })),
  ]
  const leaks: string[] = []
  const pathsWithOwnWord = new Set<string>()
  // The second round is served from the caches.
  for (const _round of [1, 2])
    for (const { path, method } of paths)
      for (const owner of owners) {
        const { status, text } = await open(owner, path, method)
        const label = `${method} ${path} of ${owner}: ${status}`
        if (text.includes(words[getOther(owner)])) leaks.push(label)
        if (text.includes(words[owner])) pathsWithOwnWord.add(path)
        if ((status ?? 500) >= 500) leaks.push(label)
      }
  expect(leaks).toEqual([])
  for (const path of [
    '/',
    '/products',
    '/products/cup',
    '/categories/cup',
    '/pages/cup',
    '/old-cup',
  ])
    expect([...pathsWithOwnWord], 'the test would notice a leak').toContain(path)
  expect(pathsWithOwnWord.size).toBeGreaterThan(routes.length / 2)
})

test('the routes are those of the server', () => {
  const paths = listRoutes().map(({ path }) => path)
  for (const path of ['/', '/products/cup', '/policies/privacy', '/theme.css', '/robots.txt'])
    expect(paths).toContain(path)
})
