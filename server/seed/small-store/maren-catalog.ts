import type { CmsEdit } from '#contract/cms/cms.ts'
import type { Product } from '#contract/product/product.ts'
import type { Section } from '#contract/section/section-catalog.ts'
import { buildSection } from '../../theme/rule/default-templates.ts'
import { findProductIds } from '../demo-content.ts'
import { marenProducts } from './maren-products.ts'
import type { SmallCatalog } from './small-product.ts'

/** The fashion store. */
export const marenCatalog: SmallCatalog = {
  categories: [
    {
      name: 'Clothing',
      description: 'Fourteen pieces a season, each in few colors.',
      productTypes: [],
      image: 'maren-coat-peat',
      children: [
        {
          name: 'Coats',
          description: 'For the cold half of the year.',
          productTypes: ['Coats'],
          image: 'maren-coat-ink',
        },
        {
          name: 'Knitwear',
          description: 'Lambswool and merino.',
          productTypes: ['Knitwear'],
          image: 'maren-sweater-oat',
        },
        {
          name: 'Shirts',
          description: 'Poplin and jersey.',
          productTypes: ['Shirts'],
          image: 'maren-shirt-sky',
        },
        {
          name: 'Trousers and skirts',
          description: 'Long lines.',
          productTypes: ['Trousers and skirts'],
          image: 'maren-trousers-navy',
        },
        {
          name: 'Dresses',
          description: 'One seam less.',
          productTypes: ['Dresses'],
          image: 'maren-dress-wine',
        },
      ],
    },
    {
      name: 'Shoes',
      description: 'Soles that can be replaced.',
      productTypes: ['Shoes'],
      image: 'maren-shoes-tan',
    },
    {
      name: 'Bags',
      description: 'Leather and canvas.',
      productTypes: ['Bags'],
      image: 'maren-bag-chestnut',
    },
    {
      name: 'Accessories',
      description: 'Small things in good wool.',
      productTypes: ['Accessories'],
      image: 'maren-scarf-blue',
    },
  ],
  products: marenProducts,
  contentImages: ['maren-hero', 'maren-folded'],
  createContent: (created, getImage) => ({
    theme: 'Gallery',
    home: createHome(created, getImage),
    aboutUs:
      '<p>Atelier Maren is a studio of five in Copenhagen. We draw slowly, sew in ' +
      'Porto and Alicante, and mend what we have sold.</p>' +
      `<p><img src="${getImage('maren-folded')}" alt="Three folded sweaters"></p>` +
      '<h2>The studio</h2><p>Havnegade 12, the green door. The table is eleven meters ' +
      'long, and on Thursdays the coffee is on it.</p>',
    contactUs:
      '<p>Write to <a href="mailto:studio@maren.example">studio@maren.example</a>, or ' +
      'visit us on Thursdays.</p>',
    pages: [],
    posts: [
      {
        title: 'Why we make two hundred',
        excerpt: 'A coat takes nine hours. A season has room for a few of them.',
        cover: getImage('maren-folded'),
        coverAlt: 'Three folded sweaters',
        author: 'Maren Holm',
        tags: ['Studio'],
        status: 'published',
        body:
          '<p>Each piece begins on paper, at one long table by the window. We draw it, wear it for ' +
          'a winter, and draw it again. Only then does the workshop in Porto cut the first ' +
          'one.</p><blockquote><p>A good seam is one that can be opened.</p></blockquote><p>Two ' +
          'hundred is the number that the same hands can sew in a month. If a size is gone, write ' +
          'to us. We know who is thinking about selling theirs.</p>',
      },
    ],
    questions: [
      {
        question: 'How do I find my size?',
        answer:
          '<p>Each piece has a size table beside its sizes. Between two sizes, take the ' +
          'larger one.</p>',
      },
      {
        question: 'Do you mend?',
        answer: '<p>Yes, for as long as we exist. Send it clean, and we pay the way back.</p>',
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
          image: getImage('maren-hero'),
          alt: 'A coat, a dress and a bag',
          heading: 'Winter, in fourteen pieces',
          text: 'The new collection.',
          buttonLabel: 'See all',
          link: '/categories/clothing',
        },
      ],
    },
  ),
  buildSection('featuredProducts', {
    heading: 'The collection',
    source: 'chosen',
    products: findProductIds(created, [
      'harbour-coat',
      'rib-sweater',
      'wide-trousers',
      'city-bag',
      'evening-dress',
      'soft-loafers',
    ]),
  }),
  buildSection('imageText', {
    image: getImage('maren-folded'),
    alt: 'Three folded sweaters',
    heading: 'Few, and for long',
    body:
      '<p>We make each piece in one workshop, in runs of two hundred. When it is gone, ' +
      'we make the next one better.</p>',
    buttonLabel: 'About us',
    link: '/pages/about-us',
  }),
  buildSection('categoryGrid', { heading: 'Categories' }),
  buildSection(
    'testimonials',
    {},
    {
      items: [
        {
          quote: 'I wear the coat of my first Maren winter for the sixth time.',
          author: 'Ingrid, Aarhus',
        },
      ],
    },
  ),
]

const edit: CmsEdit = {
  identity: { siteTitle: 'Atelier Maren', tagline: 'Fourteen pieces a season' },
  contact: { email: 'studio@maren.example', phone: '+45 5555 0142' },
  social: { instagram: 'https://instagram.com/maren.example' },
  policies: {
    shipping: '<p>Orders leave our studio within two working days.</p>',
    refund: '<p>Fourteen days, unworn, with its label.</p>',
  },
  footer: {
    text: 'Atelier Maren, Copenhagen',
    copyright: '© Atelier Maren ApS',
    showContact: true,
  },
}
