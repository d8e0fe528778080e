import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { Section } from '#contract/section/section-catalog.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { getOwnerHost, publishHome, visit } from '../../testing/subject/storefront-testing.ts'
import { createThemeTester } from '../../testing/subject/theme-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

/** Longer than a process may display an old page. */
const freshMs = 1000

let t: TestApp
let categoryId: string
beforeAll(async () => {
  t = await startTestApp()
  const category = await t.call('owner', categoryApi.create, { body: { name: 'Kitchen' } })
  categoryId = category.body.data._id
  await t.call('owner', productApi.create, {
    body: {
      title: 'Blue <b>teapot</b>',
      price: 2490,
      stock: 3,
      status: 'active',
      description: '<p>Pours well.</p>',
      categories: [categoryId],
    },
  })
  await t.call('owner', productApi.create, { body: { title: 'Hidden bowl', price: 100 } })
})
afterAll(() => t.close())

test('every page of a store shows what the seller has published', async () => {
  const pages = [
    ['/', 'Blue &lt;b&gt;teapot&lt;/b&gt;'],
    ['/products', 'Blue &lt;b&gt;teapot&lt;/b&gt;'],
    ['/categories/kitchen', 'Kitchen'],
    ['/products/blue-b-teapot-b', '$24.90'],
    ['/search?q=teap', 'Blue &lt;b&gt;teapot&lt;/b&gt;'],
    ['/pages/about-us', 'About us'],
  ] as const
  for (const [path, text] of pages) {
    const reply = await visit(t, path)
    expect({ path, status: reply.statusCode }).toEqual({ path, status: 200 })
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain(text)
    expect(reply.body).not.toContain('Hidden bowl')
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
})

test('a record that does not exist or is not published is a page with status 404', async () => {
  for (const path of [
    '/products/hidden-bowl',
    '/categories/none',
    '/pages/none',
    '/none',
    '/policies/terms',
  ])
    expect({ path, status: (await visit(t, path)).statusCode }).toEqual({ path, status: 404 })
  expect((await visit(t, '/none')).body).toContain('Page not found')
})

test('a change reaches shoppers within a second, and an unchanged page is not sent again', async () => {
  const before = await visit(t, '/pages/contact-us')
  const revisit = () =>
    visit(t, '/pages/contact-us', { headers: { 'if-none-match': String(before.headers.etag) } })
  expect((await revisit()).statusCode).toBe(304)
  const etag = String(before.headers.etag)
  for (const value of [`W/${etag}`, `"other", ${etag}`]) {
    const headers = { 'if-none-match': value }
    expect((await visit(t, '/pages/contact-us', { headers })).statusCode).toBe(304)
  }
  await t.call('owner', cmsApi.update, { body: { identity: { siteTitle: 'The potter' } } })
  t.advanceClock(freshMs)
  const after = await revisit()
  expect(after.statusCode).toBe(200)
  expect(after.body).toContain('The potter')
})

test('hosts without a store get 421, and no host has the API', async () => {
  for (const host of ['none.storewright.localhost', 'example.com', ''])
    expect((await visit(t, '/', { headers: { host } })).statusCode).toBe(421)
  const { headers } = await visit(t, '/')
  expect(headers['strict-transport-security'], 'the address of the test has no https').toBe(
    undefined,
  )
  const call = await visit(t, '/api/product/getAll', {
    headers: { authorization: `Bearer ${t.people.owner.token}` },
  })
  expect(call.statusCode).toBe(404)
  expect(call.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(getOwnerHost(t)).toBe('store-of-owner.storewright.localhost')
})

test('opening hours appear when a seller has opened a day', async () => {
  const contact = createSection('contactDetails', 'contact')
  await publishHome(t, [
    Section.parse({ ...contact, settings: { ...contact.settings, hasHours: true } }),
    createSection('featuredProducts', 'featured'),
  ])
  const closedDay = { isOpen: false, from: '09:00', to: '17:00' }
  const readHours = async () => {
    t.advanceClock(freshMs)
    const { body } = await visit(t, '/')
    expect(body).toContain('contact-details')
    return /<dl class="hours">.*?<\/dl>/s.exec(body)?.[0]
  }
  expect(await readHours()).toBeUndefined()
  const hours = [{ ...closedDay, isOpen: true }, ...Array(6).fill(closedDay)]
  await t.call('owner', cmsApi.update, { body: { contact: { hours } } })
  expect(await readHours()).toMatch(/Monday.*9:00.*Sunday.*Closed/s)
})

test('every page but the checkout has the header and the footer of the seller', async () => {
  const theme = await createThemeTester(t)
  const { templates } = await theme.getDraft()
  const benefits = { ...createSection('benefits', 'benefits'), items: [] }
  const create = (heading: string, isHidden = false) => {
    const section = createSection('text', heading)
    return { ...section, isHidden, settings: { ...section.settings, heading } }
  }
  await theme.saveDraft({
    templates: {
      ...templates,
      header: [create('Open today'), ...templates.header],
      footer: [create('Made here'), create('Secret', true), benefits, ...templates.footer],
    },
  })
  await theme.publish()
  t.advanceClock(freshMs)
  for (const path of ['/', '/products/blue-b-teapot-b', '/search?q=teap', '/cart', '/nowhere']) {
    const { body } = await visit(t, path)
    const [header, footer] = ['header', 'footer'].map(
      name => new RegExp(`<${name} class="frame">.*?</${name}>`, 's').exec(body)?.[0],
    )
    expect(header, path).toMatch(/Open today.*class="header"/s)
    expect(footer, path).toMatch(/Made here.*class="footer"/s)
    expect(body, path).not.toMatch(/Secret|data-section/)
  }
  expect((await visit(t, '/checkout')).body).not.toMatch(/Open today|Made here/)
})
