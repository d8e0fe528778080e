import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProductInput, productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { eventually } from '../../testing/eventually.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let zone: string
const flatRate = (name: string, price: number) => ({
  _id: crypto.randomUUID(),
  name,
  kind: 'flat' as const,
  steps: [{ from: 0, price }],
})

beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '10' })
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { address: { country: 'DE' } } },
  })
  await t.inStore(tx => tx`delete from shipping_zone`)
  zone = await createZone('DE', flatRate('Parcel', 490))
  await createZone('FR', flatRate('Colis', 1290))
  await createProduct({
    title: 'Kettle',
    options: [{ name: 'Color', values: ['Red', 'Blue'] }],
    variants: ['Red', 'Blue'].map(color => ({ options: [color], price: 4000, stock: 5 })),
  })
  await createProduct({ title: 'Tea guide', price: 900, requiresShipping: false })
})
afterAll(() => t.close())

async function createZone(country: string, rate: ReturnType<typeof flatRate>): Promise<string> {
  const body = { name: country, destinations: [{ country }], rates: [rate] }
  return (await t.call('owner', shippingApi.create, { body })).body.data._id
}
const createProduct = (body: ProductInput) =>
  t.call('owner', productApi.create, { body: { status: 'active', ...body } })

async function open(path: string) {
  const { document } = new JSDOM((await visit(t, path)).body).window
  return {
    delivery: document.querySelector('.delivery-result')?.textContent?.replaceAll('\u00a0', ' '),
    countries: [...document.querySelectorAll('.delivery-form option')].map(
      ({ textContent }) => textContent,
    ),
    optionLink: document.querySelector('.option-value')?.getAttribute('href'),
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
  }
}

test('a product page shows the delivery to the country of the store, or the chosen one', async () => {
  const page = await open('/products/kettle')
  expect(page.delivery).toBe('Delivery to GermanyParcel · $4.90')
  expect(page.countries).toEqual(['France', 'Germany'])
  expect(page.optionLink).not.toContain('country')
  const french = await open('/products/kettle?country=FR')
  expect(french.delivery).toBe('Delivery to FranceColis · $12.90')
  expect(french.optionLink).toContain('&country=FR')
  expect(french.canonical).toBe(page.canonical)
  expect((await open('/products/kettle?country=NO')).delivery).toContain('can’t be delivered')
  expect((await open('/products/kettle?country=%3Cb%3E')).delivery).toBe(page.delivery)
})

test('a product without a delivery has no estimate', async () => {
  expect((await open('/products/tea-guide')).delivery).toBeUndefined()
})

test('a changed rate appears on cached pages', async () => {
  await open('/products/kettle')
  const rates = [{ ...flatRate('Parcel', 490), minDays: 1 }]
  await t.call('owner', shippingApi.update, { params: { id: zone }, body: { rates } })
  await eventually(async () =>
    expect((await open('/products/kettle')).delivery).toMatch(
      /^Delivery to Germany\w{3}, .*Parcel/,
    ),
  )
})
