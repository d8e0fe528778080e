import type { CmsEdit } from '#contract/cms/cms.ts'
import type { Product } from '#contract/product/product.ts'
import type { Section } from '#contract/section/section-catalog.ts'
import { buildSection } from '../../theme/rule/default-templates.ts'
import { findProductIds } from '../demo-content.ts'
import { lamplightProducts } from './lamplight-products.ts'
import type { SmallCatalog } from './small-product.ts'

/** The bookstore. */
export const lamplightCatalog: SmallCatalog = {
  categories: [
    {
      name: 'Books',
      description: 'Chosen by five people who disagree.',
      productTypes: [],
      image: 'lamp-stack',
      children: [
        {
          name: 'Novels',
          description: 'For long evenings.',
          productTypes: ['Novels', 'Sets'],
          image: 'lamp-the-long-evening',
        },
        {
          name: 'Crime',
          description: 'Read with the door locked.',
          productTypes: ['Crime'],
          image: 'lamp-last-tram-home',
        },
        {
          name: 'Nature',
          description: 'To read by a window.',
          productTypes: ['Nature'],
          image: 'lamp-fieldnotes',
        },
        {
          name: 'Poems',
          description: 'One a night.',
          productTypes: ['Poems'],
          image: 'lamp-small-constellations',
        },
        {
          name: 'Children',
          description: 'To read aloud.',
          productTypes: ['Children'],
          image: 'lamp-what-the-bird-said',
        },
      ],
    },
    {
      name: 'For reading',
      description: 'Light, wax and thread.',
      productTypes: ['For reading'],
      image: 'lamp-lamp-brass',
    },
  ],
  products: lamplightProducts,
  contentImages: ['lamp-hero', 'lamp-open'],
  createContent: (created, getImage) => ({
    theme: 'Nocturne',
    home: createHome(created, getImage),
    aboutUs:
      '<p>Lamplight is a bookstore that opens at noon and closes when the last reader ' +
      'leaves. We sell few books and have read them all.</p>' +
      `<p><img src="${getImage('lamp-open')}" alt="An open book with a ribbon"></p>` +
      '<h2>After ten</h2><p>On the last Friday of the month, the lights go out and one of ' +
      'us reads. Bring a chair.</p>',
    contactUs:
      '<p>Write to <a href="mailto:desk@lamplight.example">desk@lamplight.example</a>. ' +
      'We answer at night.</p>',
    pages: [],
    posts: [
      {
        title: 'How to read two books at once',
        excerpt: 'One for the desk, one for the bed, and a lamp between them.',
        cover: getImage('lamp-open'),
        coverAlt: 'An open book with a ribbon',
        author: 'Theo Marsh',
        tags: ['Reading'],
        status: 'published',
        body:
          '<p>Readers ask us which book to take home. We answer with two: one that wants a pencil, ' +
          'and one that only wants you to stay awake.</p><h2>The desk</h2><p>Essays, nature, ' +
          'poems. Twenty pages, then a walk.</p><h2>The bed</h2><p>A novel with short chapters. ' +
          'You will promise yourself one more, and you will be wrong.</p>',
      },
    ],
    questions: [
      { question: 'Do you wrap books as presents?', answer: '<p>Always, unless you say no.</p>' },
      {
        question: 'Can you order a book that I do not see?',
        answer: '<p>Yes. Tell us the title, and it is here in three days.</p>',
      },
    ],
    edit,
  }),
}

const createHome = (created: readonly Product[], getImage: (name: string) => string): Section[] => [
  buildSection(
    'slideshow',
    {},
    {
      items: [
        {
          image: getImage('lamp-hero'),
          alt: 'Books beside a lamp in a dark room',
          heading: 'One more chapter',
          text: 'Books for the hours after ten.',
          buttonLabel: 'Browse books',
          link: '/categories/books',
        },
      ],
    },
  ),
  buildSection('featuredProducts', {
    heading: 'On the bedside table',
    source: 'chosen',
    products: findProductIds(created, [
      'the-long-evening',
      'fieldnotes',
      'last-tram-home',
      'lighthouse-years',
      'the-orchard-wall',
    ]),
  }),
  buildSection(
    'testimonials',
    { heading: 'Our readers' },
    {
      items: [
        {
          quote: 'I was late for work, and it was worth it.',
          author: 'Hanne, on The Long Evening',
        },
        { quote: 'The only shop that asks what I did not like.', author: 'Jonas' },
        { quote: 'My daughter knows it by heart.', author: 'Abeni, on What the Bird Said' },
      ],
    },
  ),
  buildSection('imageText', {
    image: getImage('lamp-open'),
    alt: 'An open book with a ribbon',
    heading: 'Tell us three books',
    body:
      '<p>Write which three you loved, and we choose a fourth. If you do not like it, ' +
      'keep it and pay nothing.</p>',
    buttonLabel: 'Write to us',
    link: '/pages/contact-us',
  }),
  buildSection('categoryGrid', { heading: 'Shelves' }),
]

const edit: CmsEdit = {
  identity: { siteTitle: 'Lamplight', tagline: 'Books for the hours after ten' },
  announcement: {
    enabled: true,
    text: 'Every book is wrapped as a present',
    link: '',
    background: '#f2b84b',
    color: '#1b1a22',
    dismissible: true,
  },
  contact: { email: 'desk@lamplight.example', phone: '+1 555 0142' },
  social: { instagram: 'https://instagram.com/lamplight.example' },
  policies: {
    shipping: '<p>Books leave on the next working day.</p>',
    refund: '<p>Thirty days, unread or read with care.</p>',
  },
  footer: { text: 'Open from noon.', copyright: '© Lamplight Books LLC', showContact: true },
}
