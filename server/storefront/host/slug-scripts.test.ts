import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { type Redirect, redirectApi } from '#contract/cms/redirect.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { getOwnerOrigin, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { locale: 'en' } },
  })
})
afterAll(() => t.close())

const createProduct = async (title: string, slug?: string) =>
  (
    await t.call('owner', productApi.create, {
      body: { title, status: 'active', price: 1900, ...(slug && { slug }) },
    })
  ).body.data
/** Returns the text of all parts of the sitemap. */
const readSitemap = async () => {
  const { body: index } = await visit(t, '/sitemap.xml')
  const paths = [...index.matchAll(/\/sitemap\/\d+\.xml/g)].map(([path]) => path)
  return (await Promise.all(paths.map(async path => (await visit(t, path)).body))).join('\n')
}
const locate = async (url: string) => {
  const { statusCode, headers } = await visit(t, url)
  return `${statusCode} ${headers.location ?? ''}`.trim()
}

test.each([
  ['Чайник «Йод»', 'чайник-йод'],
  ['茶壺 大', '茶壺-大'],
  ['إبريق شاي', 'إبريق-شاي'],
  ['กาน้ำชา', 'กาน้ำชา'],
  ['Tromsø Beanie', 'tromso-beanie'],
])('a product %s has a page, whose links are encoded', async (title, slug) => {
  expect((await createProduct(title)).slug).toBe(slug)
  const path = `/products/${encodeURIComponent(slug)}`
  const page = await visit(t, path)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`<link rel="canonical" href="${getOwnerOrigin(t)}${path}"`)
  expect(page.body).toContain(`"url":"${getOwnerOrigin(t)}${path}`)
  const json = await visit(t, `${path}.json`)
  expect(json.json().product.url).toBe(getOwnerOrigin(t) + path)
  expect(await readSitemap()).toContain(`<loc>${getOwnerOrigin(t)}${path}</loc>`)
})

test('capitals and decomposed letters lead to the canonical path', async () => {
  const slug = 'самовар-ёлка'
  await createProduct('Самовар Ёлка')
  const path = `/products/${encodeURIComponent(slug)}`
  expect(await locate(`/products/${encodeURIComponent(slug.toUpperCase())}`)).toBe(`301 ${path}`)
  expect(await locate(`/products/${encodeURIComponent(slug.normalize('NFD'))}`)).toBe(`301 ${path}`)
  expect(await locate(path)).toBe('200')
  expect(await locate(path.toLowerCase())).toBe('200')
})

test.each([
  ['tromsø-mütze', 'tromso-mutze'],
  ['TROMSØ-MÜTZE'.normalize('NFD'), 'tromso-mutze'],
])('Latin letters with marks in %s lead to the canonical path', async (spelling, slug) => {
  expect(await locate(`/products/${encodeURIComponent(spelling)}?a=1`)).toBe(
    `301 /products/${slug}?a=1`,
  )
})

test.each(['нет-такого', 'нет？a', '／evil.example'])(
  'a missing path %s is not redirected to itself or elsewhere',
  async slug => {
    expect(await locate(`/products/${encodeURIComponent(slug)}`)).toBe('404')
    expect(await locate(`/products/${encodeURIComponent(slug).toLowerCase()}`)).toBe('404')
  },
)

test('an earlier handle in another script leads to the current one', async () => {
  const { _id: id } = await createProduct('Блюдце', 'блюдце')
  const update = (slug: string) =>
    t.call('owner', productApi.update, { params: { id }, body: { slug } })
  expect((await update('БЛЮДЦЕ большое')).status).toBe(422)
  expect((await update('Блюдце-большое')).body.data.slug).toBe('блюдце-большое')
  const target = `/products/${encodeURIComponent('блюдце-большое')}`
  expect(await locate(`/products/${encodeURIComponent('блюдце')}`)).toBe(`301 ${target}`)
  expect(await locate(`/products/${encodeURIComponent('БЛЮДЦЕ')}`)).toBe(`301 ${target}`)
  const { body } = await t.call('owner', redirectApi.list, { query: { q: 'блюдце' } })
  expect(body.data.map((redirect: Redirect) => decodeURI(redirect.path))).toEqual([
    '/products/блюдце',
  ])
})

test('a redirect of a seller is found, and no page can be hidden by one', async () => {
  const { slug } = await createProduct('Ложка')
  const add = (path: string, target: string) =>
    t.call('owner', redirectApi.create, { body: { path, target } })
  expect((await add('/Старая-Ложка', `/products/${slug}`)).status).toBe(201)
  const target = `/products/${encodeURIComponent(slug)}`
  expect(await locate(`/${encodeURIComponent('старая-ложка')}`)).toBe(`301 ${target}`)
  expect((await add(`/products/${slug}`, '/')).body.errors?.[0]).toMatchObject({
    path: 'path',
    code: 'redirect_path_in_use',
  })
  expect((await add('/Б', '/%D0%91')).status).toBe(422)
  expect((await add('/в', '/б')).status).toBe(201)
  expect((await add('/б', '/%D0%92')).body.errors?.[0]).toMatchObject({
    path: 'target',
    code: 'redirect_loop',
  })
})

test('categories and pages have paths in every script', async () => {
  const { body: category } = await t.call('owner', categoryApi.create, { body: { name: 'Посуда' } })
  expect(category.data.slug).toBe('посуда')
  expect(await locate(`/categories/${encodeURIComponent('посуда')}`)).toBe('200')
  const { body: page } = await t.call('owner', cmsApi.createPage, {
    body: { title: 'Über uns 私たち', status: 'published' },
  })
  expect(page.data.slug).toBe('uber-uns-私たち')
  expect(await locate(`/pages/${encodeURIComponent(page.data.slug)}`)).toBe('200')
})
