import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Import, type ImportOptions, importApi } from '#contract/import/import.ts'
import { categoryApi } from '#contract/product/category.ts'
import { type Product, type ProductRow, productApi } from '#contract/product/product.ts'
import { makePerson, startTestApp, type TestApp, type Tester } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const csv = 'Handle,Title,Type,Variant Price\ncup,Cup,Mugs,5\njug,Jug,Mugs,7\nbox,Box,,9\n'

async function runImport(as: Tester, options: ImportOptions = {}): Promise<Import> {
  const body = new FormData()
  body.append('kind', 'products')
  body.append('file', new Blob([csv]), 'file.csv')
  const params = { id: (await t.call(as, importApi.create, { body })).body.data._id }
  await t.runJobs()
  const plan: Import = (await t.call(as, importApi.get, { params })).body.data
  await t.call(as, importApi.start, { params, body: options })
  await t.runJobs()
  return plan
}

async function listCategoriesByProduct(as: Tester): Promise<Record<string, string[]>> {
  const categories: { _id: string; name: string }[] = (
    await t.call(as, categoryApi.list, { query: { perPage: 100 } })
  ).body.data
  const nameById = new Map(categories.map(({ _id, name }) => [_id, name]))
  const rows: ProductRow[] = (await t.call(as, productApi.list)).body.data
  const entries = await Promise.all(
    rows.map(async ({ _id, slug }) => {
      const product: Product = (await t.call(as, productApi.get, { params: { id: _id } })).body.data
      return [slug, product.categories.map(id => nameById.get(id) ?? '')] as const
    }),
  )
  return Object.fromEntries(entries)
}

test('creates categories from types in a store without categories, and only there by default', async () => {
  const seller = await makePerson(t.app, t.sql, 'types')
  expect((await runImport(seller)).createCategories).toBe(true)
  const categories = await listCategoriesByProduct(seller)
  expect(categories).toEqual({ cup: ['Mugs'], jug: ['Mugs'], box: [] })
  const secondPlan = await runImport(seller)
  expect([secondPlan.createCategories, secondPlan.counts.unchanged]).toEqual([false, 3])
})

test('creates no categories from types when the user turned it off', async () => {
  const seller = await makePerson(t.app, t.sql, 'no-types')
  await runImport(seller, { createCategories: false })
  expect(await listCategoriesByProduct(seller)).toEqual({ cup: [], jug: [], box: [] })
})
