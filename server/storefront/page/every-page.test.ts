import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { faqQuestionApi } from '#contract/cms/faq-question.ts'
import { postApi } from '#contract/cms/post.ts'
import { categoryApi } from '#contract/product/category.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import type { storefrontRoutes } from '#contract/storefront/storefront.ts'
import { themeApi } from '#contract/theme/theme.ts'
import { getOwnerOrigin, setStoreStatus, visit } from '../../testing/subject/storefront-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { catalogThemes } from '../../theme/rule/theme-catalog.ts'

/** Longer than a process may display an old page. */
const freshMs = 1000

/** A URL of each page. A new route does not compile without one. */
const urlsByRoute: Record<keyof typeof storefrontRoutes, string[]> = {
  home: ['/'],
  products: ['/products', '/products?sort=priceAsc&available=1&priceFrom=1&tag=new'],
  category: ['/categories/cups'],
  product: ['/products/mug', '/products/shirt'],
  search: ['/search', '/search?q=mug', '/search?q=nothing-has-this'],
  content: ['/pages/about-us'],
  blog: ['/blog'],
  blogTag: ['/blog/tag/tea'],
  post: ['/blog/news'],
  faq: ['/faq'],
  policy: ['/policies/privacy'],
}
const urls = [...Object.values(urlsByRoute).flat(), '/cart', '/no-page']
const fileUrls = [
  '/blog/feed.xml',
  '/products/mug.json',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/1.xml',
  '/theme.css',
]

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
})

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  const create = (body: object) => t.call('owner', productApi.create, { body })
  await t.call('owner', postApi.create, {
    body: {
      title: 'News "today" <1>',
      slug: 'news',
      body: '<h2>Tea</h2><p>Tea &amp; cups</p>',
      tags: ['Tea'],
      status: 'published',
    },
  })
  await t.call('owner', faqQuestionApi.create, {
    body: {
      question: 'How "long" <1>?',
      answer: '<p>Two days &amp; a night</p><ul><li>Or three</li></ul>',
      category: 'Shipping & returns',
    },
  })
  const category = await t.call('owner', categoryApi.create, {
    body: { name: 'Cups', description: '<p>For tea &amp; coffee</p>' },
  })
  const { body } = await create({
    title: 'Mug "large" <1 l>',
    slug: 'mug',
    status: 'active',
    description: '<h2>Care</h2><ul><li>Wash by hand</li></ul>',
    vendor: 'Otter & Co',
    price: 2000,
    stock: 5,
    tags: ['new'],
    measureAmount: 2,
    measureUnit: 'item',
    manufacturerName: 'Otter & Co',
    manufacturerContact: 'a@b.example',
    safetyWarnings: 'Hot',
    videoUrl: 'https://youtu.be/abcdefghijk',
    details: 'Clay: "Red" & fine',
    sizeTable: 'Size | Rim\nL | 9 cm',
    categories: [category.body.data._id],
  })
  await t.call('owner', productApi.update, {
    params: { id: body.data._id },
    body: { price: 1500, compareAtPrice: 2000 },
  })
  await create({
    title: 'Shirt',
    status: 'active',
    options: [{ name: 'Color', values: ['S', 'M'], swatches: [{ value: 'S', color: '#aabbcc' }] }],
    variants: [
      { options: ['S'], price: 1000, stock: 3 },
      { options: ['M'], price: 1200 },
    ],
  })
  await t.call('owner', cmsApi.update, {
    body: { policies: { privacy: '<p>We keep little.</p>' } },
  })
  await visit(t, '/')
})
afterAll(() => t.close())

async function activateTheme(code: string) {
  const themes = (await t.call('owner', themeApi.list)).body.data
  const theme = themes.find((each: { code: string }) => each.code === code)
  await t.call('owner', themeApi.activate, { params: { id: theme._id } })
  t.advanceClock(freshMs)
}

const visitAll = (paths: readonly string[]) =>
  Promise.all(paths.map(async url => ({ url, reply: await visit(t, url) })))

/** Returns the messages about HTML that is not valid. */
async function listInvalidHtml() {
  const pages = await visitAll(urls)
  const reports = await Promise.all(
    pages.map(async ({ url, reply }) => ({
      url,
      report: await validator.validateString(reply.body),
    })),
  )
  return reports.flatMap(({ url, report }) =>
    report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${url} ${ruleId}: ${message} ${selector}`),
    ),
  )
}

test('every URL has the page of its route', async () => {
  const pages = await visitAll([...urls, ...fileUrls])
  const failed = pages.filter(
    ({ url, reply }) => reply.statusCode !== (url === '/no-page' ? 404 : 200),
  )
  expect(failed.map(({ url, reply }) => `${url} ${reply.statusCode}`)).toEqual([])
})

test('no page sets a cookie', async () => {
  const pages = await visitAll([...urls, ...fileUrls])
  expect(pages.filter(({ reply }) => reply.headers['set-cookie'] !== undefined)).toEqual([])
})

describe('no page loads anything from another host:', () => {
  const loadingAttributes =
    /<(?:link|script|img|source|iframe|video|audio|embed|object|form|input|use)\b[^>]*?\s(?:src|href|srcset|action|poster|data|formaction)="([^"]*)"/g

  test('its elements', async () => {
    const origin = getOwnerOrigin(t)
    const addresses = (await visitAll(urls)).flatMap(({ reply }) =>
      [...reply.body.matchAll(loadingAttributes)]
        .filter(([element]) => !/rel="(canonical|alternate)"/.test(element))
        .map(([, address]) => address ?? ''),
    )
    expect(addresses.length).toBeGreaterThan(urls.length)
    expect(
      addresses.filter(address => !/^\/(?!\/)/.test(address) && !address.startsWith(origin)),
    ).toEqual([])
  })

  test('its policy', async () => {
    for (const { reply } of await visitAll(urls)) {
      const policy = String(reply.headers['content-security-policy'])
      // A click on the video of a product loads its player.
      expect(policy.replace(';frame-src https://www.youtube-nocookie.com', '')).not.toMatch(
        /https?:|\*|unsafe/,
      )
    }
  })

  test('its style sheets, whose texts the policy allows by their hashes', async () => {
    const pages = (await visitAll(urls)).filter(({ reply }) => reply.body.includes('<style'))
    expect(pages.length).toBeGreaterThan(5)
    for (const { reply } of pages) {
      // Only printing loads the complete one.
      const [, printSheet = ''] = /<noscript>(<link [^>]*>)<\/noscript>/.exec(reply.body) ?? []
      expect(printSheet).toContain('rel="stylesheet" media="print"')
      expect(reply.body.replace(printSheet, '')).not.toContain('rel="stylesheet"')
      const texts = [...reply.body.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(
        ([, text]) => text ?? '',
      )
      expect(texts).toHaveLength(2)
      const hashes = texts.map(
        text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      )
      expect(String(reply.headers['content-security-policy'])).toContain(
        `;style-src 'self' ${hashes.join(' ')};`,
      )
    }
  })

  test('its style sheets and scripts', async () => {
    const files = await Array.fromAsync(glob('storefront/{style,theme,element}/**/*.{css,ts}'))
    expect(files.length).toBeGreaterThan(10)
    for (const file of files)
      expect(await readFile(file, 'utf8'), file).not.toMatch(/(url\(|import )['"]?(https?:)?\/\//)
  })
})

test.each(catalogThemes.map(({ code }) => code))('the HTML of %s is valid', async code => {
  await activateTheme(code)
  expect(await listInvalidHtml()).toEqual([])
})

test('the HTML from right to left is valid', async () => {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { locale: 'ar' } },
  })
  t.advanceClock(freshMs)
  expect((await visit(t, '/')).body).toContain('dir="rtl"')
  expect(await listInvalidHtml()).toEqual([])
})

test.each(['paused', 'closed'] as const)('the notice of a %s store is valid', async status => {
  await setStoreStatus(t, status)
  t.advanceClock(freshMs)
  expect(await listInvalidHtml()).toEqual([])
  await setStoreStatus(t, 'live')
  t.advanceClock(freshMs)
})
