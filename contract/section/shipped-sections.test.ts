import { describe, expect, test } from 'vitest'
import { maxSections, upgradeTemplates } from '../theme/theme-template.ts'
import { getSectionDefinition, isSectionType, Section, sectionTypes } from './section-catalog.ts'
import type { StoredSection } from './section-definition.ts'
import { createSection, createSectionItem, upgradeSection } from './section-upgrade.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const image = { image: '/media/a/b/1200.webp', alt: 'A bowl' }
const button = { buttonLabel: 'Open', link: '/products' }

/** The settings and one item of each version of each type that was ever released. */
const shippedSections: Record<
  string,
  Record<number, { settings: StoredSection['settings']; item?: StoredSection['settings'] }>
> = {
  slideshow: {
    1: {
      settings: { height: 'large' },
      item: { ...image, mobileImage: '', heading: 'Bowls', text: 'New', ...button },
    },
  },
  imageText: {
    1: { settings: { ...image, heading: 'Mill', body: '<p>a</p>', ...button, imageSide: 'right' } },
  },
  columns: {
    1: {
      settings: { heading: 'Three' },
      item: { ...image, heading: 'One', body: '<p>a</p>', ...button },
    },
  },
  gallery: {
    1: {
      settings: { heading: 'Images', layout: 'row' },
      item: { ...image, caption: 'Blue', link: '' },
    },
  },
  logoList: { 1: { settings: { heading: 'Press' }, item: { ...image, link: '' } } },
  video: {
    1: {
      settings: { heading: 'Film', text: '', video: 'https://youtu.be/abcdefghijk', ...image },
    },
  },
  featuredProducts: {
    1: {
      settings: {
        heading: 'New',
        source: 'chosen',
        category: [id],
        products: [id],
        count: 4,
        ...button,
      },
    },
  },
  categoryGrid: { 1: { settings: { heading: 'House', categories: [id] } } },
  categorySpotlight: {
    1: {
      settings: {
        category: [id],
        heading: '',
        text: '',
        ...image,
        buttonLabel: '',
        count: 3,
        imageSide: 'left',
      },
    },
  },
  productStory: {
    1: {
      settings: { product: [id], heading: 'Story', body: '<p>a</p>' },
      item: { ...image, heading: 'Clay', body: '<p>b</p>' },
    },
  },
  boughtTogether: { 1: { settings: { heading: 'Together', count: 3 } } },
  relatedProducts: { 1: { settings: { heading: 'More', count: 6 } } },
  text: { 1: { settings: { heading: 'Text', body: '<p>a</p>', alignment: 'center' } } },
  faq: {
    1: {
      settings: { heading: 'Asked', isFirstOpen: true },
      item: { question: 'Why?', answer: '<p>So.</p>' },
    },
  },
  testimonials: { 1: { settings: { heading: 'Words' }, item: { quote: 'Good', author: 'Maya' } } },
  benefits: {
    1: { settings: { heading: 'Why' }, item: { icon: 'truck', heading: 'Free', text: 'Yes' } },
  },
  steps: { 1: { settings: { heading: 'How', text: '' }, item: { heading: 'Order', text: '' } } },
  figures: { 1: { settings: { heading: 'Since' }, item: { value: '1911', label: 'founded' } } },
  promoBanner: {
    1: { settings: { heading: 'Sale', text: '', ...button, ...image, tone: 'contrast' } },
  },
  newsletter: { 1: { settings: { heading: 'Mail', text: 'Monthly', buttonLabel: 'Join' } } },
  contactDetails: {
    1: { settings: { heading: 'Visit', text: '', hasHours: true, hasMapLink: false, ...image } },
  },
  contactForm: { 1: { settings: { heading: 'Ask us', text: 'We answer soon.' } } },
  productSearch: { 1: { settings: { heading: 'Find', text: '' } } },
  announcementBar: { 1: { settings: {} } },
  breadcrumbs: { 1: { settings: {} } },
  productDetails: {
    1: { settings: { descriptionPlace: 'below', hasSku: false } },
    2: {
      settings: {
        galleryLayout: 'grid',
        descriptionPlace: 'below',
        hasCollapsibleTexts: false,
        buttonWidth: 'full',
        stockDisplay: 'words',
        inStockText: 'Here',
        fewLeftText: 'Few',
        soldOutText: 'Gone',
        hasVendor: false,
        hasSku: false,
      },
    },
    3: {
      settings: {
        galleryLayout: 'row',
        detailsPosition: 'before',
        descriptionPlace: 'below',
        hasFolds: false,
        buttonWidth: 'full',
        stockDisplay: 'words',
        inStockText: 'Here',
        fewLeftText: 'Few',
        soldOutText: 'Gone',
        hasVendor: false,
        hasSku: false,
        hasReviews: false,
      },
    },
    4: {
      settings: {
        galleryLayout: 'row',
        detailsPosition: 'before',
        descriptionPosition: 'below',
        hasCollapsibleTexts: false,
        buttonWidth: 'full',
        stockDisplay: 'words',
        inStockText: 'Here',
        fewLeftText: 'Few',
        soldOutText: 'Gone',
        hasVendor: false,
        hasSku: false,
        hasReviews: false,
      },
    },
  },
  productList: {
    1: {
      settings: { hasImage: true, hasSubcategories: false, hasFilters: false },
      item: { filter: 'option', option: 'Size' },
    },
  },
  productReviews: { 1: { settings: { heading: 'Opinions' } } },
  pageContent: { 1: { settings: { width: 'wide' } } },
  notFoundMessage: { 1: { settings: { heading: 'Lost', text: '', hasSearch: false } } },
  storeHeader: {
    1: { settings: { hasSearch: true, hasAccountLink: false, hasWishListLink: false } },
  },
  storeFooter: {
    1: { settings: { hasPaymentMarks: false } },
    2: { settings: { hasPaymentIcons: false } },
  },
}

const shapes = Object.entries(shippedSections).flatMap(([type, versions]) =>
  Object.entries(versions).map(([version, { settings, item }]) => ({
    type,
    version: Number(version),
    section: {
      id: 'one',
      type,
      version: Number(version),
      isHidden: true,
      settings,
      items: item ? [{ id: 'first', settings: item }] : [],
    },
  })),
)

test('each version of each type has a sample of its release', () => {
  const expected = sectionTypes.flatMap(type =>
    Array.from({ length: getSectionDefinition(type).version }, (_, i) => `${type} ${i + 1}`),
  )
  expect(shapes.map(({ type, version }) => `${type} ${version}`).toSorted()).toEqual(
    expected.toSorted(),
  )
})

describe.each(shapes)('$type $version', ({ section }) => {
  test('upgrades with all its values, and is hidden as before', () => {
    const upgraded = upgradeSection(section)
    expect(Section.safeParse(upgraded).error).toBeUndefined()
    expect(upgraded).toMatchObject({ id: 'one', type: section.type, isHidden: true })
    const { version } = getSectionDefinition(upgraded?.type ?? 'text')
    expect(upgraded?.items).toHaveLength(section.items.length)
    if (section.version === version) expect(upgraded).toEqual(section)
  })
})

test('an upgrade keeps the values of renamed settings', () => {
  const upgrade = (type: string, version: number) =>
    upgradeSection(shapes.find(shape => shape.type === type && shape.version === version)?.section)
  expect(upgrade('storeFooter', 1)?.settings).toEqual({ hasPaymentIcons: false })
  for (const version of [2, 3])
    expect(upgrade('productDetails', version)?.settings).toMatchObject({
      descriptionPosition: 'below',
      hasCollapsibleTexts: false,
    })
})

test.each(sectionTypes)('a new section %s is valid', type => {
  const items = getSectionDefinition(type).items ? [createSectionItem(type, 'first')] : []
  expect(Section.safeParse({ ...createSection(type, 'new'), items }).error).toBeUndefined()
})

describe('stored templates', () => {
  const text = {
    ...createSection('text', 'a'),
    settings: { heading: 'Hello', body: '', alignment: 'center' },
  }

  test('unknown types, unreadable sections and repeated ids are dropped', () => {
    const home = [
      text,
      { ...text, settings: { heading: 'Second' } },
      { ...text, id: 'b', type: 'unknown' },
      { ...text, id: 'c', type: 'constructor' },
      { ...text, id: 'd', type: 'relatedProducts' },
      { id: 'e' },
      null,
      'text',
      ['text'],
    ]
    expect(upgradeTemplates({ home }).home).toEqual([text])
  })

  test('values that are missing or invalid become their defaults', () => {
    const settings = { heading: 5, alignment: 'diagonal', unknown: 'x' }
    expect(upgradeTemplates({ home: [{ ...text, settings }] }).home).toEqual([
      createSection('text', 'a'),
    ])
  })

  test('items beyond the limit are dropped', () => {
    const items = Array.from({ length: 20 }, (_, i) => ({ id: String(i), settings: {} }))
    const [slideshow] = upgradeTemplates({
      home: [{ ...createSection('slideshow', 'a'), items }],
    }).home
    expect(slideshow?.items).toHaveLength(8)
  })

  test.each([undefined, null, 'home', 5, [], { home: {} }, { home: 'x', product: null }])(
    '%j becomes pages with their main sections',
    stored => {
      const templates = upgradeTemplates(stored)
      const types = Object.values(templates).map(list => list.map(({ type }) => type))
      expect(types).toEqual([
        [],
        ['productList'],
        ['productDetails'],
        ['pageContent'],
        ['notFoundMessage'],
        ['announcementBar', 'storeHeader'],
        ['storeFooter'],
      ])
    },
  )

  test('an arranged header and footer stay as they are', () => {
    const header = [createSection('storeHeader', 'a'), createSection('benefits', 'b')]
    const footer = [createSection('newsletter', 'c'), createSection('storeFooter', 'd')]
    expect(upgradeTemplates({ header, footer })).toMatchObject({ header, footer })
    const types = upgradeTemplates({ header: [createSection('slideshow', 'e')], footer: 5 })
    expect(types.header.map(({ type }) => type)).toEqual(['storeHeader'])
    expect(types.footer.map(({ type }) => type)).toEqual(['storeFooter'])
  })

  test('a hidden or repeated main section is replaced by one that shows the record', () => {
    const main = createSection('productDetails', 'a')
    const product = [
      { ...main, isHidden: true },
      { ...main, id: 'b' },
      { ...main, id: 'c' },
    ]
    expect(upgradeTemplates({ product }).product).toEqual([{ ...main, id: 'b' }])
  })

  test('sections beyond the limit are dropped, and the main section stays', () => {
    const texts = Array.from({ length: maxSections + 5 }, (_, i) => createSection('text', `t${i}`))
    const main = createSection('productDetails', 'main')
    const { home, product, content } = upgradeTemplates({
      home: [...texts, { ...text, type: 'unknown' }],
      product: [...texts, main],
      content: texts.slice(0, maxSections),
    })
    expect(home).toEqual(texts.slice(0, maxSections))
    expect(product).toEqual([...texts.slice(0, maxSections - 1), main])
    expect(content).toHaveLength(maxSections)
    expect(content.at(-1)?.type).toBe('pageContent')
  })

  test('names of objects are not types', () => {
    for (const name of ['__proto__', 'toString', 'hasOwnProperty'])
      expect(isSectionType(name)).toBe(false)
  })
})
