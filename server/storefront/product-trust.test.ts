import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { businessApi } from '#contract/business.ts'
import { cmsApi } from '#contract/cms.ts'
import { type ProductInput, productApi } from '#contract/product.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { visit } from './storefront-testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const setCurrency = (currency: string) =>
  t.call('owner', businessApi.update, {
    params: { id: t.people.owner.businessId },
    body: { data: { currency } },
  })
beforeEach(() => setCurrency('USD'))
const createProduct = async (input: ProductInput): Promise<string> =>
  (await t.call('owner', productApi.create, { body: { status: 'active', ...input } })).body.data._id
const updateProduct = (id: string, input: Partial<ProductInput>) =>
  t.call('owner', productApi.update, { params: { id }, body: input })
/** Returns the text of a page without its tags. */
const readText = async (path: string) =>
  (await visit(t, path)).body.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')

test('a reduction shows the lowest price of the 30 days before, and the saving from it', async () => {
  const id = await createProduct({ title: 'Kettle', price: 5000 })
  await updateProduct(id, { price: 4000 })
  await updateProduct(id, { price: 3000, compareAtPrice: 5000 })
  const page = await readText('/products/kettle')
  expect(page).toContain('Lowest price in the last 30 days: $40.00')
  expect(page).toContain('You save $10.00')
  expect(await readText('/products')).toContain('Lowest price in the last 30 days: $40.00')
})

test('without an earlier price no saving is announced', async () => {
  await createProduct({ title: 'Teapot', price: 3000, compareAtPrice: 5000 })
  const page = await readText('/products/teapot')
  expect(page).toContain('$50.00')
  // Other products follow below.
  expect(page.split('You may also like')[0]).not.toMatch(/Lowest price|You save/)
})

test('the unit price is beside the price on pages and cards', async () => {
  await createProduct({
    title: 'Green tea',
    price: 899,
    measureAmount: 125,
    measureUnit: 'g',
    referenceAmount: 100,
  })
  expect(await readText('/products/green-tea')).toContain('$7.19 / 100 g')
  expect((await visit(t, '/products/green-tea')).body).toContain(
    '"referenceQuantity":{"@type":"QuantitativeValue","value":125,"unitCode":"GRM",' +
      '"valueReference":{"@type":"QuantitativeValue","value":100,"unitCode":"GRM"}}',
  )
  expect(await readText('/search?q=green')).toContain('$7.19 / 100 g')
})

test('the manufacturer and the responsible person come from the product, else from the store', async () => {
  await createProduct({ title: 'Toy car' })
  const own = await createProduct({
    title: 'Toy boat',
    manufacturerName: 'Boats Ltd',
    manufacturerAddress: '1 Quay\nHull',
    manufacturerContact: 'javascript:alert(1)',
    safetyWarnings: '<b>Small</b> parts',
  })
  expect(await readText('/products/toy-car')).not.toContain('Product safety')
  await t.call('owner', cmsApi.update, {
    body: {
      productSafety: {
        manufacturerName: 'Cars GmbH',
        manufacturerContact: 'safety@cars.example',
        responsibleName: 'Agent BV',
        responsibleContact: 'https://agent.example/contact',
      },
    },
  })
  // A change reaches shoppers within a second.
  const car = await vi.waitFor(async () => {
    const { body } = await visit(t, '/products/toy-car')
    expect(body).toContain('Cars GmbH')
    return body
  }, 5000)
  expect(car).toContain('<a href="mailto:safety@cars.example">')
  expect(car).toContain('<a href="https://agent.example/contact">')
  const boat = (await visit(t, '/products/toy-boat')).body
  expect(boat).toContain('Boats Ltd\n1 Quay\nHull')
  expect(boat).not.toContain('Cars GmbH')
  expect(boat).toContain('Agent BV')
  expect(boat).toContain('&lt;b&gt;Small&lt;/b&gt; parts')
  expect(boat).not.toContain('href="javascript')
  expect(JSON.parse((await visit(t, '/products/toy-boat.json')).body).product.safety).toEqual({
    manufacturer: { name: 'Boats Ltd', address: '1 Quay\nHull', contact: 'javascript:alert(1)' },
    responsiblePerson: { name: 'Agent BV', address: '', contact: 'https://agent.example/contact' },
    warnings: '<b>Small</b> parts',
  })
  expect((await updateProduct(own, { safetyWarnings: 'x'.repeat(2001) })).status).toBe(422)
})

test.each([
  ['JPY', '¥7,192 / kg'],
  ['EUR', '€71.92 / kg'],
  ['KWD', 'KWD 7.192 / kg'],
])('a unit price has the decimals of %s', async (currency, unitPrice) => {
  await setCurrency(currency)
  await createProduct({
    title: `Tea ${currency}`,
    price: 899,
    measureAmount: 125,
    measureUnit: 'g',
  })
  const page = await readText(`/products/tea-${currency.toLowerCase()}`)
  expect(page.replaceAll('\u00a0', ' ')).toContain(unitPrice)
})
