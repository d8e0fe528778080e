import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CategoryInput, categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Longer than a process may display an old page. */
const freshMs = 1000

let t: TestApp
let tableId: string
beforeAll(async () => {
  t = await startTestApp()
  tableId = await createCategory({ name: 'Table' })
  const potsId = await createCategory({ name: 'Pots', parent: tableId })
  const lidsId = await createCategory({ name: 'Lids', parent: potsId })
  await t.call('owner', productApi.create, {
    body: { title: 'Round lid', price: 900, stock: 3, status: 'active', categories: [lidsId] },
  })
})
afterAll(() => t.close())

const createCategory = async (body: CategoryInput): Promise<string> =>
  (await t.call('owner', categoryApi.create, { body })).body.data._id

async function setStatus(status: 'visible' | 'hidden') {
  const { body } = await t.call('owner', categoryApi.get, { params: { id: tableId } })
  const { version } = body.data
  const reply = await t.call('owner', categoryApi.update, {
    params: { id: tableId },
    body: { status, version },
  })
  expect(reply.status).toBe(200)
  t.advanceClock(freshMs)
}

const listPaths = (body: string) =>
  new Set([...body.matchAll(/\/categories\/(\w+)/g)].map(([, slug]) => slug))

async function findCategories() {
  const paths = ['/categories/table', '/categories/pots', '/categories/lids']
  const statuses = []
  for (const path of paths) statuses.push((await visit(t, path)).statusCode)
  const files = ['/sitemap/1.xml', '/sitemap/2.xml', '/sitemap/3.xml']
  const sitemap = (await Promise.all(files.map(file => visit(t, file)))).map(({ body }) => body)
  const product = await visit(t, '/products/round-lid')
  expect(product.statusCode).toBe(200)
  const main = product.body.slice(product.body.indexOf('<main'))
  return { statuses, sitemap: listPaths(sitemap.join('')), breadcrumb: listPaths(main) }
}

test('categories below a hidden one are hidden with it, and return with it', async () => {
  const visiblePages = {
    statuses: [200, 200, 200],
    sitemap: new Set(['table', 'pots', 'lids']),
    breadcrumb: new Set(['lids']),
  }
  await visit(t, '/')
  expect(await findCategories()).toEqual(visiblePages)
  await setStatus('hidden')
  expect(await findCategories()).toEqual({
    statuses: [404, 404, 404],
    sitemap: new Set(),
    breadcrumb: new Set(),
  })
  expect((await visit(t, '/search?q=lid')).body).toContain('Round lid')
  await setStatus('visible')
  expect(await findCategories()).toEqual(visiblePages)
})
