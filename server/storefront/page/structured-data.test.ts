import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { listSchemaProblems } from '../../testing/schema/test-schema-org.ts'
import {
  getOwnerOrigin,
  publishHome,
  setStoreStatus,
  visit,
} from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { buildSection } from '../../theme/rule/default-templates.ts'

const hostileText = '</script><script>alert(1)</script>'
const gtin = '4006381333931'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await startTestApp()
  origin = getOwnerOrigin(t)
  await setStoreStatus(t, 'live')
  await t.call('owner', cmsApi.update, {
    body: {
      identity: { siteTitle: `Potter ${hostileText}`, shareImage: 'https://example.com/share.png' },
      seo: { homeTitle: `Pots ${hostileText}` },
      social: { instagram: 'https://instagram.com/potter' },
    },
  })
  await publishHome(t, [
    buildSection(
      'faq',
      { heading: 'Questions' },
      { items: [{ question: `Is it safe? ${hostileText}`, answer: '<p>Yes.</p>' }] },
    ),
  ])
  const parent = await t.call('owner', categoryApi.create, { body: { name: 'Kitchen' } })
  const category = await t.call('owner', categoryApi.create, {
    body: { name: `Pots ${hostileText}`, slug: 'pots', parent: parent.body.data._id },
  })
  const categories = [category.body.data._id]
  await t.call('owner', productApi.create, {
    body: {
      title: `Teapot ${hostileText}`,
      slug: 'teapot',
      vendor: `Clay & sons ${hostileText}`,
      description: `<p>Pours well.</p>`,
      status: 'active',
      categories,
      options: [
        { name: 'Color', values: ['Red', hostileText] },
        { name: 'Glaze', values: ['Matte'] },
      ],
      variants: [
        { options: ['Red', 'Matte'], sku: 'TP-1', barcode: gtin, price: 1999, stock: 2 },
        { options: [hostileText, 'Matte'], barcode: '4006381333932', price: 5, stock: 0 },
      ],
    },
  })
  await t.call('owner', productApi.create, {
    body: {
      title: 'Cup',
      status: 'active',
      price: 100_000,
      stock: 1,
      sku: 'CUP',
      measureAmount: 2,
      measureUnit: 'item',
    },
  })
})
afterAll(() => t.close())

async function open(path: string) {
  const reply = await visit(t, path)
  expect({ path, status: reply.statusCode }).toEqual({ path, status: 200 })
  const { document } = new JSDOM(reply.body).window
  const entities = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    script => JSON.parse(script.textContent),
  )
  for (const entity of entities) expect(entity['@context']).toBe('https://schema.org')
  return {
    document,
    entities,
    types: entities.map(entity => entity['@type']),
    getEntity: (type: string) => entities.find(entity => entity['@type'] === type),
    getMeta: (name: string) =>
      document
        .querySelector(`meta[property="${name}"], meta[name="${name}"]`)
        ?.getAttribute('content'),
  }
}

describe('structured data', () => {
  test('the home page describes the store, its search and its questions', async () => {
    const page = await open('/')
    expect(page.types).toEqual(['Organization', 'WebSite', 'FAQPage'])
    expect(page.getEntity('Organization')).toMatchObject({
      name: `Potter ${hostileText}`,
      url: `${origin}/`,
      sameAs: ['https://instagram.com/potter'],
    })
    expect(page.getEntity('WebSite').potentialAction).toEqual({
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    })
    expect(page.getEntity('FAQPage').mainEntity).toEqual([
      {
        '@type': 'Question',
        name: `Is it safe? ${hostileText}`,
        acceptedAnswer: { '@type': 'Answer', text: '<p>Yes.</p>' },
      },
    ])
  })

  test('a category and a product have breadcrumbs from the home page on', async () => {
    const category = await open('/categories/pots')
    expect(category.types).toEqual(['BreadcrumbList'])
    expect(category.getEntity('BreadcrumbList').itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: 'Kitchen', item: `${origin}/categories/kitchen` },
      {
        '@type': 'ListItem',
        position: 3,
        name: `Pots ${hostileText}`,
        item: `${origin}/categories/pots`,
      },
    ])
    const product = await open('/products/teapot')
    expect(product.getEntity('BreadcrumbList').itemListElement).toMatchObject([
      { name: 'Home' },
      { name: `Pots ${hostileText}` },
      { name: `Teapot ${hostileText}`, item: `${origin}/products/teapot` },
    ])
  })

  test('a product with options is a group whose variants have offers', async () => {
    const group = (await open('/products/teapot')).getEntity('ProductGroup')
    expect(group).toMatchObject({
      name: `Teapot ${hostileText}`,
      description: 'Pours well.',
      url: `${origin}/products/teapot`,
      brand: { '@type': 'Brand', name: `Clay & sons ${hostileText}` },
      variesBy: ['https://schema.org/color', 'Glaze'],
    })
    const [red, hostile] = group.hasVariant
    expect(red).toMatchObject({
      '@type': 'Product',
      sku: 'TP-1',
      gtin,
      color: 'Red',
      additionalProperty: [{ '@type': 'PropertyValue', name: 'Glaze', value: 'Matte' }],
      offers: {
        '@type': 'Offer',
        url: expect.stringMatching(/\/products\/teapot\?variant=[0-9a-f-]{36}$/),
        price: '19.99',
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
      },
    })
    expect(hostile).toMatchObject({
      color: hostileText,
      offers: { price: '0.05', availability: 'https://schema.org/OutOfStock' },
    })
    // Its check digit is wrong.
    expect(hostile).not.toHaveProperty('gtin')
  })

  test('a product with one variant is described by one offer', async () => {
    const product = (await open('/products/cup')).getEntity('Product')
    expect(product).toMatchObject({ name: 'Cup', sku: 'CUP', offers: { price: '1000.00' } })
    expect(product).not.toHaveProperty('hasVariant')
  })

  test('a page of the seller is an article, and that for contact names itself', async () => {
    const { types, getEntity } = await open('/pages/about-us')
    expect(types).toEqual(['Article'])
    const name = `Potter ${hostileText}`
    expect(getEntity('Article')).toMatchObject({
      headline: 'About us',
      image: 'https://example.com/share.png',
      dateModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      mainEntityOfPage: `${origin}/pages/about-us`,
      author: { '@type': 'Organization', name, url: `${origin}/` },
      publisher: { '@type': 'Organization', name },
    })
    expect((await open('/pages/contact-us')).types).toEqual(['ContactPage'])
  })

  test('every entity has the properties and values of its type', async () => {
    const paths = [
      '/',
      '/categories/pots',
      '/products/teapot',
      '/products/cup',
      '/pages/about-us',
      '/pages/contact-us',
    ]
    for (const path of paths) {
      const { entities } = await open(path)
      const problems = entities.flatMap(entity => listSchemaProblems(entity))
      expect({ path, problems }).toEqual({ path, problems: [] })
    }
  })

  test('no text of a seller becomes a script', async () => {
    for (const path of ['/', '/categories/pots', '/products/teapot', '/search?q=teapot']) {
      const { document } = await open(path)
      const scripts = [...document.querySelectorAll('script')].filter(
        script => script.type !== 'application/ld+json',
      )
      expect(scripts.map(script => [script.type, script.textContent])).toEqual([['module', '']])
    }
  })
})

test('previews of links have a title, a canonical address and an absolute image', async () => {
  const home = await open('/')
  expect(home.getMeta('og:type')).toBe('website')
  expect(home.getMeta('og:title')).toBe(`Pots ${hostileText}`)
  expect(home.getMeta('og:url')).toBe(`${origin}/`)
  expect(home.getMeta('og:image')).toBe('https://example.com/share.png')
  expect(home.getMeta('twitter:card')).toBe('summary_large_image')
  const product = await open('/products/teapot')
  expect(product.getMeta('og:type')).toBe('product')
  expect(product.getMeta('product:price:currency')).toBe('USD')
  expect(product.document.querySelectorAll('link[rel=alternate]')).toHaveLength(0)
})

test('the HTML of every page is nested as it was written', async () => {
  const paths = [
    '/',
    '/products',
    '/categories/pots',
    '/products/teapot',
    '/search',
    '/search?q=teapot',
    '/pages/about-us',
    '/none',
  ]
  for (const path of paths) {
    const { body } = await visit(t, path)
    const written = [...body.matchAll(/<(\/?[a-z][a-z0-9-]*)/g)].map(([, tag = '']) => tag)
    const { document } = new JSDOM(body).window
    expect({ path, tags: listTags(document.documentElement) }).toEqual({ path, tags: written })
  }
})

test('the name of the store is in each title once', async () => {
  const name = `Potter ${hostileText}`
  expect((await open('/')).document.title).toBe(`Pots ${hostileText} – ${name}`)
  expect((await open('/products')).document.title).toBe(`All products – ${name}`)
  const homeTitle = `${name}, since 1900`
  await t.call('owner', cmsApi.update, { body: { seo: { homeTitle } } })
  await expect.poll(async () => (await open('/')).document.title).toBe(homeTitle)
  await t.call('owner', cmsApi.update, { body: { seo: { homeTitle: `Pots ${hostileText}` } } })
  await expect.poll(async () => (await open('/')).document.title).toMatch(/^Pots/)
})

const voidElements = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source'])

/** Returns the tags of an element in the order of the document. A parser moves misnested ones. */
function listTags(element: Element): string[] {
  const name = element.localName
  if (voidElements.has(name)) return [name]
  return [name, ...[...element.children].flatMap(listTags), `/${name}`]
}
