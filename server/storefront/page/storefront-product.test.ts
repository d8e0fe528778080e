import { afterAll, beforeAll, expect, test } from 'vitest'
import { productApi } from '#contract/product/product.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let variantIds: string[]
beforeAll(async () => {
  t = await startTestApp()
  const { body } = await t.call('owner', productApi.create, {
    body: {
      title: 'Rain coat',
      status: 'active',
      options: [
        { name: 'Color', values: ['Yellow', 'Navy'] },
        { name: 'Size', values: ['S', 'M'] },
      ],
      variants: [
        { options: ['Yellow', 'S'], price: 8000, compareAtPrice: 10000, stock: 9, sku: 'RC-Y-S' },
        { options: ['Yellow', 'M'], price: 8000, stock: 0, sku: 'RC-Y-M' },
        { options: ['Navy', 'S'], price: 9000, stock: 2, sku: 'RC-N-S' },
      ],
    },
  })
  variantIds = body.data.variants.map((variant: { _id: string }) => variant._id)
})
afterAll(() => t.close())

const findLink = (html: string, value: string) =>
  new RegExp(`<a class="option-value"[^>]*>${value}.*?</a>`).exec(html)?.[0] ?? ''

test('the page shows the price, the stock and the SKU of the variant', async () => {
  const first = (await visit(t, '/products/rain-coat')).body
  for (const text of ['$80.00', 'Recommended price: $100.00', 'In stock', 'RC-Y-S'])
    expect(first).toContain(text)
  const second = (await visit(t, `/products/rain-coat?variant=${variantIds[2]}`)).body
  for (const text of ['$90.00', 'Only 2 left', 'RC-N-S']) expect(second).toContain(text)
  expect(second).not.toContain('You save')
})

test('each value links to a variant, and values that are sold out are marked', async () => {
  const { body } = await visit(t, '/products/rain-coat')
  expect(findLink(body, 'Yellow')).toContain('aria-current="true"')
  expect(findLink(body, 'Navy')).toContain(`variant=${variantIds[2]}`)
  expect(findLink(body, 'Navy')).not.toContain('data-unavailable')
  expect(findLink(body, 'M')).toContain(`variant=${variantIds[1]}`)
  expect(findLink(body, 'M')).toContain('data-unavailable=""')
  expect(findLink(body, 'M')).toContain('unavailable</span>')
})

test('a variant that does not exist shows the first one that can be bought', async () => {
  for (const variant of [crypto.randomUUID(), 'x', '%00', `a&variant=b`, '"><script>alert(1)']) {
    const reply = await visit(t, `/products/rain-coat?variant=${variant}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('RC-Y-S')
    expect(reply.body).not.toContain('alert(1)')
  }
})
