import { HtmlValidate } from 'html-validate'
import { JSDOM } from 'jsdom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Language } from '#contract/lib/text/languages.ts'
import {
  getSectionDefinition,
  isTypedSection,
  Section,
  type SectionType,
  sectionTypes,
} from '#contract/section/section-catalog.ts'
import type { SectionField, SectionFields } from '#contract/section/section-field.ts'
import { createSection } from '#contract/section/section-upgrade.ts'
import { StorefrontListQuery } from '#contract/storefront/storefront.ts'
import type {
  StorefrontCard,
  StorefrontContent,
  StorefrontFrame,
  StorefrontLink,
  StorefrontPage,
  StorefrontSection,
} from '#contract/storefront/storefront-page.ts'
import { noReviews, type StorefrontReviews } from '#contract/storefront/storefront-review.ts'
import { ThemeComponentsProvider } from '../../../storefront/component/frame/theme-components.tsx'
import { listTextHeadings } from '../../../storefront/component/table-of-contents.tsx'
import { renderPage } from '../../../storefront/entry.tsx'
import { PageSections } from '../../../storefront/page-sections.tsx'
import { findThemeComponents } from '../../../storefront/theme/find-theme-components.ts'
import { createDefaultSections, defaultAnnouncement } from '../../cms/rule/cms-defaults.ts'
import { buildSection, createDefaultTemplates } from '../../theme/rule/default-templates.ts'
import { sanitizeSection } from '../../theme/rule/sanitize-templates.ts'
import { catalogThemes } from '../../theme/rule/theme-catalog.ts'
import { toProductList } from '../list/product-list-page.ts'
import { createExampleProduct } from '../preview/example-records.ts'
import { toFrame } from './load-frame.ts'

const hostileText =
  '"><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}<svg/onload=alert(1)>'
const hostileRichText = `<p onclick="alert(1)">a<script>alert(1)</script><a href="javascript:alert(1)">b</a></p>`
const mediaUrl = `/media/0198c0de-0000-7000-8000-000000000001/0198c0de-0000-7000-8000-000000000002/1200.webp`
const id = '0198c0de-0000-7000-8000-000000000003'

/** Values that sellers may enter, by the kind of field. Texts fill their whole length. */
const samples: Record<string, (field: SectionField) => unknown> = {
  empty: field => field.default,
  longest: field => fill(field, 'Donaudampfschifffahrtsgesellschaft'),
  'right-to-left': field => fill(field, 'قماش مصنوع يدويًا '),
  hostile: field => fill(field, hostileText, hostileRichText),
}

function fill(field: SectionField, text: string, html = `<p>${text}</p>`): unknown {
  switch (field.type) {
    case 'text':
      return text
        .repeat(Math.ceil(field.max / text.length))
        .slice(0, field.max)
        .trim()
    case 'multiline':
      return text
    case 'richText':
      return html
    case 'image':
      return mediaUrl
    case 'link':
      return '/products?q="<b>'.replaceAll(/["<>]/g, '')
    case 'video':
      return 'https://youtu.be/dQw4w9WgXcQ'
    case 'select':
      return field.options.at(-1)
    case 'number':
      return field.max
    case 'boolean':
      return true
    case 'records':
      return [id]
  }
}

const fillFields = (fields: SectionFields, sample: (field: SectionField) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, sample(field)]))

const card: StorefrontCard = {
  _id: '00000000-0000-7000-8000-000000000000',
  title: hostileText,
  path: '/products/mug',
  vendor: hostileText,
  image: { url: mediaUrl, alt: hostileText, width: 1200, height: 900 },
  secondImage: { url: mediaUrl, alt: hostileText, width: 1200, height: 900 },
  rating: { count: 3, average: 4.5 },
  options: [{ name: 'Color', values: ['Black', 'White', hostileText] }],
  variant: null,
  price: 1000,
  recommendedPrice: 2000,
  hasPriceRange: false,
  isAvailable: true,
  priceDetails: null,
}

function buildStorefrontSection(
  type: SectionType,
  sample: (field: SectionField) => unknown,
): StorefrontSection {
  const { fields, items } = getSectionDefinition(type)
  const section = Section.parse(
    sanitizeSection({
      ...createSection(type, type),
      settings: fillFields(fields, sample),
      items: Array.from({ length: items?.max ?? 0 }, (_, index) => ({
        id: String(index),
        settings: fillFields(items?.fields ?? {}, sample),
      })),
    }),
  )
  if (!isTypedSection(section)) throw new Error('The type of the section is unknown.')
  const cards = Array.from({ length: 4 }, (_, i) => ({ ...card, path: `/products/mug-${i}` }))
  return { ...section, cards, categories: [{ name: hostileText, slug: 'cups', image: mediaUrl }] }
}

const list = toProductList([card], [], {
  query: StorefrontListQuery.parse({}),
  filters: [],
})
const contentPage = {
  kind: 'content' as const,
  title: hostileText,
  body: '',
  contactForm: null,
  updatedAt: '2026-11-23T00:00:00.000Z',
}
const contents: Record<string, StorefrontContent> = {
  productList: {
    kind: 'category',
    name: hostileText,
    description: '',
    path: '/categories/cups',
    parents: [],
    children: [{ name: hostileText, slug: 'mugs' }],
    image: mediaUrl,
    list,
  },
  pageContent: { ...contentPage, body: '<p>Text</p>' },
  breadcrumbs: contentPage,
  notFoundMessage: { kind: 'problem', status: 404, code: 'not_found' },
}

const productTypes = new Set<string>(['productDetails', 'productReviews'])
const reviews: StorefrontReviews = {
  ...noReviews,
  count: 1,
  average: 4,
  countByStars: [0, 0, 0, 1, 0],
  items: [
    {
      _id: '00000000-0000-7000-8000-000000000001',
      rating: 4,
      title: hostileText,
      text: hostileText,
      name: hostileText,
      photos: [],
      reply: '',
      createdAt: '2026-11-23T00:00:00.000Z',
    },
  ],
}

function createReviewedProduct(frame: StorefrontFrame): StorefrontContent {
  const { content } = createExampleProduct(frame)
  return content.kind === 'product' ? { ...content, reviews } : content
}

/** The header and the footer of stores that have not arranged them. */
function buildFrameSections(): Pick<StorefrontPage, 'header' | 'footer'> {
  const { header, footer } = createDefaultTemplates({ name: 'Mill', language: 'en' })
  const load = (sections: Section[]) =>
    sections.filter(isTypedSection).map(section => ({ ...section, cards: [], categories: [] }))
  return { header: load(header), footer: load(footer) }
}

function buildPage(
  themeCode: string,
  language: Language,
  section: StorefrontSection,
): StorefrontPage {
  const store = {
    name: 'Mill',
    email: 'a@b.example',
    phone: '+44 1',
    logo: '',
    favicon: '',
    address: { line1: hostileText, city: 'Totnes' },
    locale: language,
  }
  const sections = createDefaultSections(store)
  const { frame } = toFrame(
    {
      ...store,
      currency: 'EUR',
      timezone: 'UTC',
      priceTax: 'included',
      zones: [],
      expressPayment: '',
      status: 'live',
      sections: { contact: { ...sections.contact, mapLink: 'https://maps.example/?q=1' } },
      themeCode,
      themeSettings: null,
      themeTemplates: null,
      linkedRecords: {},
      hasContactPage: true,
    },
    'http://mill.example',
    {
      storeId: id,
      primaryHost: 'mill.example',
      status: 'live',
      revision: '1',
      passwordId: null,
      language,
      languages: [language],
    },
  )
  const images = { [mediaUrl]: { width: 1200, height: 900, widths: [480, 1200] } }
  return {
    frame: { ...frame, images },
    head: { title: 'Page', description: '', canonicalPath: '/' },
    content: productTypes.has(section.type)
      ? createReviewedProduct(frame)
      : (contents[section.type] ?? { kind: 'home' }),
    ...buildFrameSections(),
    sections: [section],
    assets: {
      stylesheet: '/a.css',
      themeStylesheets: {},
      themeFonts: {},
      script: '/a.js',
      previewScript: '',
    },
  }
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: { 'long-title': 'off' },
})
// A window for each page takes twice as long as parsing it.
const { DOMParser } = new JSDOM().window
/** Returns the errors in the HTML of a page. */
async function listProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const messages = results.flatMap(result =>
    result.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
  )
  const document = new DOMParser().parseFromString(html, 'text/html')
  const elements = [...document.querySelectorAll('*')]
  const scripts = [...document.querySelectorAll('script:not([type="application/ld+json"])')]
  const handlers = elements.flatMap(element =>
    element.getAttributeNames().filter(name => name.startsWith('on')),
  )
  const injected = document.querySelectorAll('svg[onload], img[src=x], a[href^="javascript:"]')
  return [
    ...new Set(messages),
    ...handlers,
    ...[...injected].map(element => element.outerHTML),
    ...(scripts.length === 1 ? [] : [`${scripts.length} scripts`]),
  ]
}

const ownContentTypes = new Set([...Object.keys(contents), ...productTypes])
/** The types that each page has already. */
const frameTypes = new Set<string>(['announcementBar', 'storeHeader', 'storeFooter'])
/** The types that need the same content are validated as one page, which takes a fifth of the time. */
const pageTypes = [
  sectionTypes.filter(type => !ownContentTypes.has(type) && !frameTypes.has(type)),
  ...sectionTypes.filter(type => ownContentTypes.has(type)).map(type => [type]),
]

/** Returns the errors in a page with one section. */
function listSectionProblems(html: string, type: SectionType, isEmpty: boolean): string[] {
  const main = html.replace(/^.*<main/s, '')
  const hasTitle =
    main.match(/<h1[ >]/g)?.length === 1 || ['breadcrumbs', 'productReviews'].includes(type)
  const isShown = isEmpty || /class="(section|slides)[ "]/.test(main)
  return [
    ...(hasTitle ? [] : [`${type} has not one h1`]),
    ...(isShown ? [] : [`${type} is missing`]),
  ]
}

describe.each(catalogThemes.map(({ code }) => code))('the theme %s', themeCode => {
  test.each(Object.entries(samples))('shows every section with %s texts', async (name, sample) => {
    const language = name === 'right-to-left' ? 'ar' : 'en'
    for (const types of pageTypes) {
      const sections = types.map(type => buildStorefrontSection(type, sample))
      const pages = sections.map(section => buildPage(themeCode, language, section))
      const problems = pages.flatMap((page, index) =>
        listSectionProblems(renderPage(page), types[index] ?? 'text', name === 'empty'),
      )
      const html = pages.slice(0, 1).map(page => renderPage({ ...page, sections }))
      expect([...problems, ...(await listProblems(html.join('')))], types.join()).toEqual([])
    }
  })
})

test('a theme can replace the HTML of a section', () => {
  const section = buildStorefrontSection('newsletter', field => fill(field, 'Letters'))
  const sections = { newsletter: () => createElement('aside', {}, 'Own HTML') }
  const html = renderToStaticMarkup(
    createElement(
      ThemeComponentsProvider,
      { value: { ...findThemeComponents('linen'), sections } },
      createElement(PageSections, { page: buildPage('linen', 'en', section) }),
    ),
  )
  expect(html).toContain('<aside>Own HTML</aside>')
  expect(html).not.toContain('Letters')
})

test.each([
  [{ stockDisplay: 'exact' }, ['In stock', 'Sold out', 'Only 2 left']],
  [{ stockDisplay: 'words' }, ['In stock', 'Sold out', 'Only a few left']],
  [{ stockDisplay: 'hidden' }, [undefined, 'Sold out', undefined]],
  [
    { stockDisplay: 'exact', inStockText: 'Here', soldOutText: 'Gone', fewLeftText: 'Last ones' },
    ['Here', 'Gone', 'Last ones (2)'],
  ],
])('with the settings %j, the stock text is %j', (settings, texts) => {
  const section = { ...buildSection('productDetails', settings), cards: [], categories: [] }
  if (!isTypedSection(section)) throw new Error('The type of the section is unknown.')
  const page = buildPage('linen', 'en', section)
  const { content } = page
  if (content.kind !== 'product') throw new Error('The page shows no product.')
  const stocks = [
    { isAvailable: true, unitsLeft: null },
    { isAvailable: false, unitsLeft: null },
    { isAvailable: true, unitsLeft: 2 },
  ]
  const pages = stocks.map(stock =>
    renderPage({ ...page, content: { ...content, variant: { ...content.variant, ...stock } } }),
  )
  expect(pages.map(html => /<p class="stock"[^>]*>(.*?)<\/p>/.exec(html)?.[1])).toEqual(texts)
})

test('a page shows the reviews once, and its rating leads there', async () => {
  const withReviews = buildStorefrontSection('productDetails', field => field.default)
  const withoutReviews = buildStorefrontSection('productDetails', field =>
    field.type === 'boolean' ? false : field.default,
  )
  const first = buildStorefrontSection('productReviews', field => fill(field, 'First'))
  const second = buildStorefrontSection('productReviews', field => fill(field, 'Second'))
  const page = buildPage('linen', 'en', first)
  const render = async (...sections: StorefrontSection[]) => {
    const html = renderPage({
      ...page,
      sections: sections.map((section, index) => ({ ...section, id: `${index}` })),
    })
    expect(await listProblems(html)).toEqual([])
    return [html.match(/id="reviews"/g)?.length, html.match(/href="#reviews"/g)?.length]
  }
  expect(await render(withReviews, first, second)).toEqual([1, 1])
  expect(await render(withoutReviews, first, second)).toEqual([1, 1])
  expect(await render(withoutReviews)).toEqual([undefined, undefined])
})

test('a page can have the contact form twice', async () => {
  const build = (heading: string) =>
    buildStorefrontSection('contactForm', field => fill(field, heading))
  const first = build('Ask us')
  const sections = [first, { ...build('Ask for a catalog'), id: 'second form' }]
  const html = renderPage({ ...buildPage('linen', 'en', first), sections })
  expect(html.match(/<form class="form"/g)).toHaveLength(2)
  expect(await listProblems(html)).toEqual([])
})

test('the head of a page has the colors and the typefaces of its theme', async () => {
  const page = buildPage(
    'linen',
    'en',
    buildStorefrontSection('text', ({ default: value }) => value),
  )
  const themeFonts = {
    'linen-serif': '/assets/d.woff2',
    'linen-serif-heading': '/assets/a.woff2',
    'linen-humanist': '/assets/b.woff2',
    'gallery-didone': '/assets/c.woff2',
  }
  const renderHead = (language: Language, colorScheme: string) => {
    const { settings, ...theme } = page.frame.theme
    const frame = {
      ...page.frame,
      language,
      theme: { ...theme, settings: { ...settings, colorScheme } },
    }
    return renderPage({ ...page, frame, assets: { ...page.assets, themeFonts } })
  }
  const html = renderHead('en', 'device')
  expect(await listProblems(html)).toEqual([])
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).toContain(
    '<meta name="theme-color" content="#1c1815" media="(prefers-color-scheme: dark)"/>',
  )
  expect(html.match(/rel="preload"[^>]*woff2/g)).toHaveLength(2)
  expect(html).toContain('href="/assets/a.woff2"')
  expect(html).toContain('href="/assets/b.woff2"')
  const dark = renderHead('ar', 'dark')
  expect(dark).toContain('<meta name="color-scheme" content="dark"/>')
  expect(dark).toContain('<meta name="theme-color" content="#1c1815"/>')
  expect(dark).not.toContain('woff2')
})

describe('the frame of a page', () => {
  const script = '<script>alert(1)</script>'
  const renderFrame = async (changes: Partial<StorefrontPage['frame']>) => {
    const section = buildStorefrontSection('text', ({ default: value }) => value)
    const page = buildPage('linen', 'en', section)
    const html = renderPage({ ...page, frame: { ...page.frame, ...changes } })
    expect(html).not.toContain(script)
    expect(await listProblems(html)).toEqual([])
    return html
  }
  const createLink = (label: string, children: StorefrontLink[] = []) => ({
    label,
    path: `/${label.length}`,
    children,
  })

  test('has a panel for each entry with others below it, wide for two levels', async () => {
    const html = await renderFrame({
      headerLinks: [
        createLink('Shop', [{ ...createLink('Table', [createLink(script)]), image: mediaUrl }]),
        createLink('Service', [createLink('Returns')]),
        createLink('Us'),
      ],
    })
    const [menu = ''] = /<nav class="menu".*?<\/nav>/s.exec(html) ?? []
    expect(menu.match(/<details/g)).toHaveLength(2)
    expect(menu.match(/class="menu-wide"/g)).toHaveLength(1)
    expect(menu.match(/class="menu-image"/g)).toHaveLength(1)
  })

  test('shows all messages of the announcement without the script', async () => {
    const announcement = { ...defaultAnnouncement, text: 'Free shipping' }
    const furtherMessages = [
      { text: script, link: '' },
      { text: 'New bowls', link: '/products' },
    ]
    const html = await renderFrame({ announcement: { ...announcement, furtherMessages } })
    const [bar = ''] = /<div class="announcement".*?<\/div>/s.exec(html) ?? []
    expect(bar.match(/<li/g)).toHaveLength(3)
    expect(bar).toContain('<a href="/products">New bowls</a>')
    expect(bar).toContain('announcement-pause')
    expect(await renderFrame({ announcement })).not.toContain('announcement-pause')
  })

  test('has what the seller selects in the footer', async () => {
    const section = buildStorefrontSection('text', ({ default: value }) => value)
    const { footer, social } = buildPage('linen', 'en', section).frame
    expect(await renderFrame({})).not.toMatch(/footer-newsletter|payment-icons/)
    const html = await renderFrame({
      footer: { ...footer, showNewsletter: true, showSocial: true, paymentIcons: ['visa', 'cash'] },
      social: { ...social, instagram: 'https://instagram.com/mill' },
    })
    expect(html).toContain('footer-newsletter')
    for (const name of ['VISA', 'Cash']) expect(html).toContain(`role="img" aria-label="${name}"`)
    expect(html).toContain('aria-label="Instagram"')
  })

  test('omits the links and marks that the seller does not want', async () => {
    const page = buildPage(
      'linen',
      'en',
      buildStorefrontSection('text', field => field.default),
    )
    const frame = {
      ...page.frame,
      footer: { ...page.frame.footer, paymentIcons: ['visa' as const] },
    }
    const links = /search-link|account-link|wish-link|"\/wish-list"|payment-icons/
    expect(renderPage({ ...page, frame })).toMatch(links)
    const hideAll = (type: SectionType) =>
      buildStorefrontSection(type, field => (field.type === 'boolean' ? false : field.default))
    const html = renderPage({
      ...page,
      frame,
      header: [hideAll('storeHeader')],
      footer: [hideAll('storeFooter')],
    })
    expect(html).not.toMatch(links)
    expect(html).toContain('cart-link')
  })
})

test('a long text has a list of its parts', () => {
  const text = ['A', 'B &amp; <b>C</b>', 'D', 'E'].map(name => `<h2>${name}</h2>`).join('<p>x</p>')
  const { html, headings } = listTextHeadings(text)
  expect(headings.map(heading => heading.text)).toEqual(['A', 'B & C', 'D', 'E'])
  for (const { id } of headings) expect(html).toContain(`<h2 id="${id}">`)
  const short = '<h2>A</h2><p>x</p>'
  expect(listTextHeadings(short)).toEqual({ html: short, headings: [] })
})
