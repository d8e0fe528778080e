import { afterAll, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { storeSwatchApi } from '#contract/product/store-swatch.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('a value takes the swatch of the newest active product, which shoppers see too', async () => {
  const create = async (title: string, status: 'active' | 'draft', color: string) => {
    const options = [{ name: 'Color', values: ['Clay'], swatches: [{ value: 'Clay', color }] }]
    const variants = [{ options: ['Clay'] }]
    const body = { title, status, options, variants }
    return (await t.call('owner', productApi.create, { body })).body.data._id
  }
  const mug = await create('Mug', 'active', '#b4552d')
  const draft = await create('Draft', 'draft', '#112233')
  const list = async (excludedProduct?: string) => {
    const query = { name: 'color', values: ['clay'], ...(excludedProduct && { excludedProduct }) }
    return (await t.call('owner', storeSwatchApi.listStoreSwatches, { query })).body.data
  }
  const swatch = { value: 'clay', color: '#b4552d', product: mug, productTitle: 'Mug' }
  expect(await list(draft)).toEqual([swatch])
  expect(await list()).toEqual([swatch])
  expect(await list(mug)).toEqual([])
})
