import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { type ProductInput, productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { eventually } from '../../testing/eventually.ts'
import { listSchemaProblems } from '../../testing/schema/test-schema-org.ts'
import { visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let frenchZone: string
const flatRate = (name: string, price: number, minDays: number | null = null) => ({
  _id: crypto.randomUUID(),
  name,
  kind: 'flat' as const,
  steps: [{ from: 0, price }],
  minDays,
  maxDays: minDays && minDays + 1,
})

beforeAll(async () => {
  t = await startTestApp({ LIMIT_FACTOR: '10' })
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { address: { country: 'DE' } } },
  })
  await t.inStore(tx => tx`delete from shipping_zone`)
  await createZone('DE', flatRate('Parcel', 490, 1))
  frenchZone = await createZone('FR', flatRate('Colis', 1290))
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
  const entities = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    script => JSON.parse(script.textContent),
  )
  const entity = entities.find(({ name }) => name)
  return {
    entity,
    offers: (entity.hasVariant ?? []).map(({ offers }: { offers: object }) => offers),
    returns: document.querySelector('.facts:not(.delivery)')?.textContent,
    delivery: document.querySelector('.delivery-result')?.textContent?.replaceAll('\u00a0', ' '),
    countries: [...document.querySelectorAll('.delivery-form option')].map(
      ({ textContent }) => textContent,
    ),
    isListOpen: document.querySelector('.delivery details')?.hasAttribute('open'),
    countryLink: document.querySelector('.delivery-link')?.getAttribute('href') ?? undefined,
    optionLink: document.querySelector('.option-value')?.getAttribute('href'),
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
  }
}

test('a product page shows the delivery to the country of the store, or the chosen one', async () => {
  const page = await open('/products/kettle')
  expect(page.delivery).toMatch(/^Delivery to Germany\w{3}, .* · Parcel · \$4\.90$/)
  expect(page.countries).toEqual(['France', 'Germany'])
  expect(page.optionLink).not.toContain('country')
  const french = await open('/products/kettle?country=FR')
  expect(french.delivery).toMatch(/^Delivery to FranceColis · /)
  expect(french.optionLink).toContain('&country=FR')
  expect([page.isListOpen, french.isListOpen]).toEqual([false, false])
  expect(french.canonical).toBe(page.canonical)
  expect((await open('/products/kettle?country=NO')).delivery).toContain('can’t be delivered')
  expect((await open('/products/kettle?country=%3Cb%3E')).delivery).toBe(page.delivery)
})

test('a long list of countries has a page of its own', async () => {
  const { body } = await t.call('owner', shippingApi.create, {
    body: { name: 'World', destinations: [], rates: [flatRate('Parcel', 2900, 2)] },
  })
  const waitForCountries = (count: number) =>
    eventually(async () => expect((await open('/products/kettle')).countries).toHaveLength(count))
  await waitForCountries(0)
  const { delivery, countryLink = '' } = await open('/products/kettle')
  expect(delivery).toContain('Delivery to Germany')
  expect(countryLink).toMatch(/^\/products\/kettle\?variant=[^&]+&delivery=choose#delivery$/)
  const list = await open(countryLink)
  expect(list.countries.length).toBeGreaterThan(200)
  expect(list.isListOpen).toBe(true)
  expect(await open('/products/kettle?country=NO')).toMatchObject({
    countries: list.countries,
    isListOpen: false,
  })
  await t.call('owner', shippingApi.delete, { params: { id: body.data._id } })
  await waitForCountries(2)
})

test('structured data has the delivery and the returns of each variant', async () => {
  expect((await open('/products/kettle')).offers).toMatchObject(
    [1, 2].map(() => ({ hasMerchantReturnPolicy: { merchantReturnDays: 14 } })),
  )
  await t.call('owner', cmsApi.update, {
    body: {
      checkout: { returnDays: 30, returnCosts: 'store' },
      policies: { refund: '<p>Send it back.</p>' },
    },
  })
  await eventually(async () => {
    const { entity, offers } = await open('/products/kettle')
    expect(listSchemaProblems(entity)).toEqual([])
    expect(offers).toMatchObject(
      [1, 2].map(() => ({
        shippingDetails: {
          shippingRate: { value: '4.90', currency: 'USD' },
          shippingDestination: { addressCountry: 'DE' },
          deliveryTime: {
            handlingTime: { minValue: 0, maxValue: 1, unitCode: 'DAY' },
            transitTime: { minValue: 1, maxValue: 2, unitCode: 'DAY' },
          },
        },
        hasMerchantReturnPolicy: {
          applicableCountry: 'DE',
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: 30,
          merchantReturnLink: expect.stringMatching(/\/policies\/refund$/),
          returnFees: 'https://schema.org/FreeReturn',
        },
      })),
    )
  })
  const { returns } = await open('/products/kettle')
  expect(returns).toBe('30 days to returnReturns are free.Return policy')
})

test('a product that the law exempts from withdrawal is not returned', async () => {
  await createProduct({ title: 'Engraved cup', price: 900, withdrawalException: 'customMade' })
  const { returns, entity } = await open('/products/engraved-cup')
  expect(returns).toContain('made to order')
  expect(returns).not.toContain('days to return')
  expect(entity.offers.hasMerchantReturnPolicy).toMatchObject({
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  })
})

test('a product without a delivery has no estimate', async () => {
  expect((await open('/products/tea-guide')).delivery).toBeUndefined()
})

test('a changed rate appears on cached pages', async () => {
  const path = '/products/kettle?country=FR'
  await open(path)
  const rates = [flatRate('Colis', 990)]
  await t.call('owner', shippingApi.update, { params: { id: frenchZone }, body: { rates } })
  await eventually(async () => expect((await open(path)).delivery).toContain('$9.90'))
})
