import type { CmsEdit, PageInput } from '#contract/cms/cms.ts'
import type { FaqQuestionInput } from '#contract/cms/faq-question.ts'
import type { PostInput } from '#contract/cms/post.ts'
import type { Product } from '#contract/product/product.ts'
import type { Section } from '#contract/section/section-catalog.ts'
import { buildSection } from '../theme/rule/default-templates.ts'
import { type DemoContent, demoHours, findProductIds, findProductImage } from './demo-content.ts'

/** Returns the texts, pages and theme of the store Ottermill. */
export const createOttermillContent = (products: readonly Product[]): DemoContent => ({
  theme: 'Linen',
  home: createHome(products),
  aboutUs,
  contactUs,
  pages,
  posts: createOttermillPosts(products),
  questions,
  edit: {
    identity: { siteTitle: 'Ottermill', tagline: 'Useful things, made slowly' },
    announcement: {
      enabled: true,
      text: 'Shipping in the UK is free from £75',
      link: '/products',
      furtherMessages: [{ text: 'Every parcel is packed without plastic', link: '' }],
      background: '#36446a',
      color: '#ffffff',
      dismissible: true,
    },
    contact: { email: 'hello@ottermill.example', phone: '+44 7700 900142', hours: demoHours },
    social: { instagram: 'https://instagram.com/ottermill.example' },
    policies,
    footer: {
      text: 'The Old Mill, Weir Lane, Totnes',
      copyright: '© Ottermill Goods Ltd',
      showContact: true,
      paymentIcons: ['bankTransfer'],
    },
    seo: {
      homeTitle: 'Ottermill – useful things, made slowly',
      homeDescription:
        'Stoneware, linen, candles and paper from a mill on the river. Made in small runs ' +
        'by people we know.',
    },
  },
})

const aboutUs = [
  '<h2>A mill, a river and too many mugs</h2>',
  '<p>Ottermill began in the wash house of an old corn mill, with one kiln and a shelf by ' +
    'the road. The honesty box was full by noon, so we made a second shelf.</p>',
  '<p>Today eleven people work here. Brackwater Pottery throws across the yard, Pellow ' +
    '&amp; Daughters pour candles in the shed, and Lintwhite’s looms are a short walk along ' +
    'the weir. We sell what they make and a few things by friends, and nothing that we would ' +
    'not want to own ourselves.</p>',
  '<h2>How we work</h2>',
  '<ul><li>Small runs, so colours differ a little from month to month.</li><li>Parcels ' +
    'without plastic. The filling is shredded proofs from Sable Fold.</li><li>If something ' +
    'breaks on the way, send a photo and we send another.</li></ul>',
].join('\n')

const contactUs = [
  '<p>Write to <a href="mailto:hello@ottermill.example">hello@ottermill.example</a> or ' +
    'ring between nine and five. Robin answers most of the time; the dog does not.</p>',
  '<p>The shop at the mill is open from Tuesday to Saturday. Park by the bridge, the lane ' +
    'is narrower than it looks.</p>',
].join('\n')

const pages: PageInput[] = [
  {
    title: 'Looking after stoneware',
    slug: 'looking-after-stoneware',
    status: 'published',
    seoTitle: 'How to look after stoneware',
    seoDescription: 'Dishwasher, oven, tea stains: what our glazes like and what they do not.',
    body:
      '<p>Our stoneware goes into the dishwasher and the microwave. It does not like sudden ' +
      'changes: let a hot dish cool before you rinse it.</p><p>Grey marks come from steel ' +
      'cutlery and rub off with a paste of baking soda. Tea stains do too. Chips do not; ' +
      'bring those back and we will make a planter of it.</p>',
  },
  {
    title: 'Wholesale',
    slug: 'wholesale',
    status: 'published',
    seoTitle: '',
    seoDescription: '',
    body:
      '<p>We are glad to supply cafés, guest houses and other shops. Orders start at twelve ' +
      'pieces and are paid within thirty days. Write to us with your address and what you ' +
      'have in mind.</p>',
  },
  {
    title: 'Winter market',
    slug: 'winter-market',
    status: 'draft',
    seoTitle: '',
    seoDescription: '',
    body: '<p>First weekend of December, in the yard. Times to follow.</p>',
  },
]

const policies: CmsEdit['policies'] = {
  privacy:
    '<p>We keep what we need to send your parcel and to answer your letters: your name, ' +
    'address, e-mail and what you bought. We do not sell it, and we delete it when you ' +
    'ask, as far as the tax office lets us.</p>',
  terms:
    '<p>A contract begins when we confirm your order. Prices include VAT. Things stay ours ' +
    'until they are paid for. If a price is obviously a slip of the keyboard, we will ' +
    'write to you before anything is sent.</p>',
  refund:
    '<p>You may send anything back within thirty days, unused, and get your money back ' +
    'within a week of its arrival. Broken on the way? Send a photo, keep the pieces, we ' +
    'replace it.</p>',
  shipping:
    '<p>We pack from Monday to Saturday. Within the UK parcels take one to three days, to ' +
    'the rest of Europe three to nine, and further away up to three weeks.</p>',
}

const createHome = (products: readonly Product[]): Section[] => [
  createSlideshow(products),
  createFavorites(products),
  buildSection('categoryGrid', { heading: 'Through the house' }),
  createMill(products),
  createTestimonials(),
  createQuestions(),
]

const createSlideshow = (products: readonly Product[]): Section =>
  buildSection(
    'slideshow',
    {},
    {
      items: [
        {
          image: findProductImage(products, 'nesting-bowls-set-of-three'),
          alt: 'Three nested bowls',
          heading: 'Made by hand, used every day',
          text: 'Stoneware from across the yard.',
          buttonLabel: 'See the bowls',
          link: '/products/nesting-bowls-set-of-three',
        },
        {
          image: findProductImage(products, 'drover-wool-throw'),
          alt: 'A folded wool throw',
          heading: 'The evenings are drawing in',
          text: 'Throws that stay on.',
          buttonLabel: 'Keep warm',
          link: '/products/drover-wool-throw',
        },
      ],
    },
  )

const createFavorites = (products: readonly Product[]): Section =>
  buildSection('featuredProducts', {
    heading: 'What people come back for',
    source: 'chosen',
    products: findProductIds(products, [
      'hollow-mug',
      'tallow-hill-candle',
      'daybook',
      'errand-tote',
      'drover-wool-throw',
      'linen-tea-towels-two',
    ]),
  })

const createMill = (products: readonly Product[]): Section =>
  buildSection('imageText', {
    heading: 'At the mill',
    image: findProductImage(products, 'kettleshed-teapot'),
    alt: 'A teapot',
    buttonLabel: 'About us',
    link: '/pages/about-us',
    body: '<p>Eleven people, two kilns, one river. Come and see us from Tuesday to Saturday.</p>',
  })

const createTestimonials = (): Section =>
  buildSection(
    'testimonials',
    { heading: 'Kind words' },
    {
      items: [
        {
          quote: 'The handle is exactly right. I did not know handles could be wrong until now.',
          author: 'Niamh, Cork',
        },
        { quote: 'Arrived in two days, wrapped like treasure.', author: 'Jonas, Leipzig' },
        { quote: 'I bought one cushion. Then I bought the other five.', author: 'Maya, Portland' },
      ],
    },
  )

const createQuestions = (): Section =>
  buildSection(
    'faq',
    { heading: 'Often asked' },
    {
      items: [
        {
          question: 'Will my mug look like the photo?',
          answer: '<p>Nearly. Glaze moves in the fire, so each one has its own edge.</p>',
        },
        {
          question: 'Can I collect my order?',
          answer: '<p>Yes, at the mill, from Tuesday to Saturday. Choose it when you pay.</p>',
        },
      ],
    },
  )

const questions: FaqQuestionInput[] = [
  {
    category: 'Shipping',
    question: 'How long does delivery take?',
    answer: '<p>We ship within two working days. Then it takes up to a <strong>week</strong>.</p>',
  },
  {
    category: 'Shipping',
    question: 'What happens if something breaks on the way?',
    answer: '<p>Send us a photo within a week, and we send you another one at our cost.</p>',
  },
  {
    category: 'Shipping',
    question: 'Can I collect my order?',
    answer: '<p>Yes, at the mill, from Tuesday to Saturday. Choose it at checkout.</p>',
  },
  {
    category: 'Returns',
    question: 'How do I return something?',
    answer: '<p>Follow the steps in <a href="/policies/refund">our return policy</a>.</p>',
  },
  {
    category: 'Care',
    question: 'Can the stoneware go into the dishwasher?',
    answer: '<p>Yes. Let a hot dish cool before you rinse it.</p>',
  },
  {
    category: 'Care',
    question: 'Will my mug look like the photo?',
    answer: '<p>Nearly. Glaze moves in the fire, so each one has its own edge.</p>',
  },
]

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** Returns the posts of the blog of Ottermill, the last one still a draft. */
function createOttermillPosts(products: readonly Product[]): PostInput[] {
  const embed = (...slugs: string[]) =>
    findProductIds(products, slugs)
      .map(id => `<div data-product="${id}"></div>`)
      .join('')
  return [
    {
      title: 'From clay to mug in four weeks',
      excerpt: 'Why a mug takes a month, and what happens on each of its days.',
      cover: findProductImage(products, 'hollow-mug'),
      coverAlt: 'A straight-sided stoneware mug with a bare foot',
      author: 'Robin Hale',
      tags: ['Workshop', 'Stoneware'],
      status: 'published',
      publishAt: daysAgo(41),
      body:
        '<p>A mug is thrown in three minutes. The other four weeks are waiting: clay does not ' +
        'like to be hurried, and we have stopped trying.</p><h2>The days of a mug</h2><table>' +
        '<thead><tr><th>Day</th><th>What happens</th></tr></thead><tbody><tr><td>1</td><td>Thrown ' +
        'on the wheel</td></tr><tr><td>2</td><td>Turned, and the handle pulled</td></tr><tr>' +
        '<td>9</td><td>Dry enough for the first firing</td></tr><tr><td>16</td><td>Glazed</td></tr>' +
        '<tr><td>20</td><td>Fired at 1,240 °C</td></tr></tbody></table><blockquote><p>The kiln ' +
        `decides. We only ask.</p></blockquote>${embed('hollow-mug', 'big-morning-mug')}<p>If ` +
        'one arrives broken, send a photo and we send another.</p>',
    },
    {
      title: 'Setting a table for ten',
      excerpt: 'Plates that stack, a jug that pours, and napkins that forgive red wine.',
      cover: findProductImage(products, 'low-tide-plate'),
      coverAlt: 'A stack of stoneware plates in the colors of the tide',
      author: 'Robin Hale',
      tags: ['Table', 'Stoneware'],
      status: 'published',
      publishAt: daysAgo(12),
      body:
        '<p>Ten people need less than you think, if everything can do two things.</p><ol><li>' +
        'Plates of one size. A second course fits on them as well as the first.</li><li>A jug ' +
        'for water, and for the flowers after lunch.</li><li>Napkins of linen. They look better ' +
        `when they are not ironed.</li></ol>${embed('low-tide-plate', 'dairy-jug', 'table-napkins-four')}` +
        '<h2>And after it</h2><p>Let a hot dish cool before you rinse it. Everything else goes ' +
        'into the dishwasher.</p>',
    },
    {
      title: 'The winter market, again',
      author: 'Robin Hale',
      tags: ['Workshop'],
      status: 'draft',
      body: '<p>First weekend of December, in the yard. Times to follow.</p>',
    },
  ]
}
