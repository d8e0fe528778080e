import type { CmsEdit } from '#contract/cms/cms.ts'
import type { Product } from '#contract/product/product.ts'
import type { Section } from '#contract/section/section-catalog.ts'
import { buildSection } from '../../theme/rule/default-templates.ts'
import { findProductIds } from '../demo-content.ts'
import { greenTableProducts } from './green-table-products.ts'
import type { SmallCatalog } from './small-product.ts'

/** The food store. */
export const greenTableCatalog: SmallCatalog = {
  categories: [
    {
      name: 'Pantry',
      description: 'Things that wait for you.',
      productTypes: [],
      image: 'green-jam-red',
      children: [
        {
          name: 'Jars',
          description: 'Jam, honey and olives.',
          productTypes: ['Jars'],
          image: 'green-honey',
        },
        {
          name: 'Oil and vinegar',
          description: 'For every salad.',
          productTypes: ['Oil and vinegar'],
          image: 'green-oil',
        },
        {
          name: 'Coffee and tea',
          description: 'Roasted and picked near here.',
          productTypes: ['Coffee and tea'],
          image: 'green-coffee',
        },
        {
          name: 'Breakfast',
          description: 'Worth getting up for.',
          productTypes: ['Breakfast'],
          image: 'green-granola',
        },
      ],
    },
    {
      name: 'Fresh',
      description: 'Sent on the day it is made.',
      productTypes: [],
      image: 'green-bread',
      children: [
        {
          name: 'Bread and cake',
          description: 'From Bakery Holm.',
          productTypes: ['Bread and cake'],
          image: 'green-cake',
        },
        {
          name: 'Cheese',
          description: 'From summer milk.',
          productTypes: ['Cheese'],
          image: 'green-cheese',
        },
      ],
    },
    {
      name: 'Boxes',
      description: 'What is ripe this week.',
      productTypes: ['Boxes'],
      image: 'green-box',
    },
  ],
  products: greenTableProducts,
  contentImages: ['green-hero'],
  createContent: (created, getImage) => ({
    theme: 'Orchard',
    home: createHome(created, getImage),
    aboutUs:
      '<p>Green Table began as a stall by the road. Twenty makers from our valley ' +
      'share one kitchen, one cellar and one cool room.</p>' +
      `<p><img src="${getImage('green-hero')}" alt="Bread, jam, oil and apples on a table"></p>` +
      '<h2>Twenty makers</h2><p>None of them is more than a day away. Their names are on ' +
      'each jar, and you can visit all of them.</p>',
    contactUs:
      '<p>Write to <a ' +
      'href="mailto:hello@greentable.example">hello@greentable.example</a> or ring ' +
      'before the bread is out.</p>',
    pages: [],
    posts: [
      {
        title: 'A box on Monday',
        excerpt: 'Who fills it, and what you can cook until Thursday.',
        cover: getImage('green-box'),
        coverAlt: 'A crate of apples',
        author: 'Anna Wieser',
        tags: ['Kitchen'],
        status: 'published',
        body:
          '<p>At five, the bread goes into the oven. At six, Jakob brings the apples. By eight, the ' +
          'boxes stand in the cool room with their names on them.</p><h2>Monday</h2><p>Bread, ' +
          'cheese and the first jar. Nobody cooks on a Monday.</p><h2>Wednesday</h2><ol><li>Warm ' +
          'the oil, not too much.</li><li>Add what is left of the bread, in cubes.</li><li>Olives, ' +
          'vinegar, and a plate for everyone.</li></ol>',
      },
    ],
    questions: [
      {
        question: 'Can I return food?',
        answer: '<p>Fresh food no, everything else within fourteen days.</p>',
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
          image: getImage('green-hero'),
          alt: 'Bread, jam, oil and apples on a table',
          heading: 'Set the green table',
          text: 'Small kitchens, short ways.',
          buttonLabel: 'Fill a basket',
          link: '/products',
        },
      ],
    },
  ),
  buildSection(
    'benefits',
    {},
    {
      items: [
        { icon: 'leaf', heading: 'Sent cool', text: 'In wool, never in plastic.' },
        { icon: 'hand', heading: 'Twenty makers', text: 'All within a day’s drive.' },
        { icon: 'star', heading: 'Priced by weight', text: 'Each product says what a kilo costs.' },
      ],
    },
  ),
  buildSection('featuredProducts', {
    heading: 'This week',
    source: 'chosen',
    products: findProductIds(created, [
      'orchard-box',
      'farm-bread',
      'first-press-oil',
      'raspberry-jam',
    ]),
  }),
  buildSection('categoryGrid', { heading: 'Fill your basket' }),
  buildSection('imageText', {
    image: getImage('green-box'),
    alt: 'A crate of apples',
    imageSide: 'right',
    heading: 'One box, all week',
    body:
      '<p>Bread, cheese, jars and fruit from twenty makers, packed in the morning and at ' +
      'your door the day after.</p>',
    buttonLabel: 'See the box',
    link: '/products/orchard-box',
  }),
  createQuestions(),
]

const createQuestions = (): Section =>
  buildSection(
    'faq',
    { heading: 'Good to know' },
    {
      items: [
        {
          question: 'How is fresh food sent?',
          answer: '<p>Overnight, in a box lined with wool, on Mondays and Thursdays.</p>',
        },
        {
          question: 'What if something spoils?',
          answer: '<p>Send a photo, and we replace it or give the money back.</p>',
        },
      ],
    },
  )

const edit: CmsEdit = {
  identity: { siteTitle: 'Green Table', tagline: 'Small kitchens, short ways' },
  announcement: {
    enabled: true,
    text: 'Fresh boxes leave on Mondays and Thursdays',
    link: '/categories/fresh',
    background: '#2f5d3a',
    color: '#ffffff',
    dismissible: true,
  },
  contact: { email: 'hello@greentable.example', phone: '+43 1 5550142' },
  social: { instagram: 'https://instagram.com/greentable.example' },
  policies: {
    shipping: '<p>Fresh food travels overnight.</p>',
    refund: '<p>Fourteen days for what keeps. Spoiled food is replaced.</p>',
  },
  footer: { text: 'From our valley.', copyright: '© Green Table eG', showContact: true },
}
