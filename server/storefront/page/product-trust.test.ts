import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { type ProductInput, productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { eventually } from '../../testing/eventually.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

async function setCurrency(currency: string) {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { currency } },
  })
  t.advanceClock(1000)
}
beforeEach(() => setCurrency('USD'))
const createProduct = async (input: ProductInput): Promise<string> =>
  (await t.call('owner', productApi.create, { body: { status: 'active', ...input } })).body.data._id
const updateProduct = (id: string, input: Partial<ProductInput>) =>
  t.call('owner', productApi.update, { params: { id }, body: input })
/** Returns the text of a page without its tags. */
const readText = async (path: string) =>
  (await visit(t, path)).body.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')

/** Returns the part of a page that describes its product; other products follow below. */
const readProduct = async (path: string) =>
  (await visit(t, path)).body.split('You may also like')[0]?.replaceAll('\u00a0', ' ') ?? ''
const readCard = async (query: string) =>
  (await visit(t, `/search?q=${query}`)).body.split('<article class="card"')[1] ?? ''
const readJson = async (slug: string) =>
  JSON.parse((await visit(t, `/products/${slug}.json`)).body).product.variants[0]
const toText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('a reduction shows the lowest price of the 30 days before, and the saving from it', async () => {
  const id = await createProduct({ title: 'Kettle', price: 5000, trackStock: false })
  await updateProduct(id, { price: 4000 })
  await updateProduct(id, { price: 3000, compareAtPrice: 5000 })
  const page = await readProduct('/products/kettle')
  expect(toText(page)).toContain(
    '$30.00 Earlier price $40.00 -25% Lowest price in the last 30 days: $40.00 Recommended price: $50.00',
  )
  expect(page).toContain('You save $10.00')
  expect(page.match(/<s>/g)).toHaveLength(1)
  const card = await readCard('kettle')
  expect(toText(card)).toMatch(/Sale -25% .*\$30.00 Earlier price \$40.00 Lowest price in/)
  expect(await readJson('kettle')).toMatchObject({ priorPrice: 4000, recommendedPrice: 5000 })
})

test('a compare-at price that was never charged is a recommended price, not a reduction', async () => {
  await createProduct({ title: 'Teapot', price: 3000, compareAtPrice: 5000 })
  for (const html of [await readProduct('/products/teapot'), await readCard('teapot')]) {
    expect(toText(html)).toContain('$30.00 Recommended price: $50.00')
    expect(html).not.toMatch(/<s>|price-reduced|badge-sale|%|Lowest price|You save|Earlier price/)
    // Structured data has the price only.
    expect(html).not.toContain('"50.00"')
  }
  expect(await readJson('teapot')).toMatchObject({ priorPrice: null, recommendedPrice: 5000 })
})

test('a price that rose or that a product had as a draft is no reduction', async () => {
  const raised = await createProduct({ title: 'Tankard', price: 3000 })
  await updateProduct(raised, { price: 4000, compareAtPrice: 5000 })
  const publishReduced = async (title: string) => {
    const id = await createProduct({ title, status: 'draft', price: 4000 })
    await updateProduct(id, { price: 3000, compareAtPrice: 5000 })
    await updateProduct(id, { status: 'active' })
    return id
  }
  await publishReduced('Flagon')
  for (const slug of ['tankard', 'flagon'])
    expect(await readProduct(`/products/${slug}`)).not.toMatch(/<s>|badge-sale|You save/)
  // A price that was charged counts from then on.
  await updateProduct(await publishReduced('Goblet'), { price: 2000 })
  expect(toText(await readProduct('/products/goblet'))).toContain(
    '$20.00 Earlier price $30.00 -33%',
  )
})

test('a percentage is rounded down, and none is shown below one percent', async () => {
  const reduce = async (title: string, price: number) => {
    const id = await createProduct({ title, price: 10000, compareAtPrice: 12000 })
    await updateProduct(id, { price })
    return toText(await readProduct(`/products/${title.toLowerCase()}`))
  }
  expect(await reduce('Ewer', 9950)).toContain('Earlier price $100.00 Lowest price')
  expect(await reduce('Basin', 8101)).toContain('Earlier price $100.00 -18% Lowest price')
})

test('a store in Switzerland shows no recommended price', async () => {
  const setCountry = (country: string) =>
    t.call('owner', storeApi.update, {
      params: { id: t.people.owner.storeId },
      body: { data: { address: { country } } },
    })
  await createProduct({ title: 'Beaker', price: 3000, compareAtPrice: 5000 })
  expect((await setCountry('CH')).status).toBe(200)
  const html = await readProduct('/products/beaker')
  expect((await setCountry('DE')).status).toBe(200)
  expect(html).toContain('$30.00')
  expect(html).not.toContain('$50.00')
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
  const car = await eventually(async () => {
    const { body } = await visit(t, '/products/toy-car')
    expect(body).toContain('Cars GmbH')
    return body
  })
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
