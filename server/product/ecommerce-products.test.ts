import { afterAll, beforeAll, expect, test } from 'vitest'
import { ecommerceProductApi } from '#contract/product/ecommerce-product.ts'
import { productApi } from '#contract/product/product.ts'
import { insertTestReview } from '../testing/subject/review-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(async tx => {
    await tx`delete from shipping_zone`
    await tx`update store set address = '{"country": "DE"}' where id = current_store()`
    const id = '00000000-0000-7000-8000-000000000001'
    const steps = [{ from: 0, price: 490 }]
    const rates = [
      { _id: id, name: 'Post', kind: 'flat', steps, freeFrom: 5000, enabled: true },
      { _id: id, name: 'Pickup', kind: 'pickup', steps: [{ from: 0, price: 0 }], enabled: true },
    ]
    await tx`
      insert into shipping_zone (name, destinations, rates)
      values ('Germany', ${tx.json([{ country: 'DE', regions: [], postalCodes: [] }])},
        ${tx.json(rates.map(rate => ({ freeFrom: null, excludedClasses: [], ...rate })))})`
  })
})
afterAll(() => t.close())

const listProducts = async (query: object = {}) =>
  (await t.call('owner', ecommerceProductApi.listEcommerceProducts, { query: { ...query } })).body
const createProduct = (body: object) => t.call('owner', productApi.create, { body })

test('a product has its brand, its rating and whether its delivery is free', async () => {
  const cup = { title: 'Cup', vendor: 'Kiln', price: 4999 }
  await createProduct(cup)
  await createProduct({ ...cup, title: 'Bowl', price: 5000 })
  await createProduct({ ...cup, title: 'Pattern', price: 100, requiresShipping: false })
  await t.inStore(tx => insertTestReview(tx))
  await t.inStore(tx => tx`update review set status = 'approved'`)
  const { data } = await listProducts({ sort: 'price' })
  expect(data.slice(0, 4)).toMatchObject([
    { name: 'Reviewed cup', slug: 'reviewed-cup', rating: 4, hasFreeShipping: false },
    { name: 'Pattern', slug: 'pattern', brand: 'Kiln', price: 100, hasFreeShipping: true },
    { name: 'Cup', price: 4999, rating: null, hasFreeShipping: false },
    { name: 'Bowl', price: 5000, hasFreeShipping: true },
  ])
  expect((await listProducts({ q: 'bowl' })).data).toMatchObject([{ name: 'Bowl' }])
})

test('a page has nine products, unless the caller asks for another number', async () => {
  for (let n = 0; n < 10; n++) await createProduct({ title: `Plate ${n}`, price: 9000 })
  const first = await listProducts()
  expect([first.data.length, first.meta.perPage]).toEqual([9, 9])
  expect((await listProducts({ page: 2 })).data.length).toBeGreaterThan(0)
  expect((await listProducts({ perPage: 3 })).data).toHaveLength(3)
})
