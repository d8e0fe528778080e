import type { CmsEdit } from '#contract/cms/cms.ts'
import type { Product } from '#contract/product/product.ts'
import type { Section } from '#contract/section/section-catalog.ts'
import { buildSection } from '../../theme/rule/default-templates.ts'
import { findProductIds } from '../demo-content.ts'
import { fellProducts } from './fell-products.ts'
import type { SmallCatalog } from './small-product.ts'

/** The outdoor store. */
export const fellCatalog: SmallCatalog = {
  categories: [
    {
      name: 'Wear',
      description: 'Layers for wind, rain and the last hour of the day.',
      productTypes: [],
      image: 'fell-jacket-ember',
      children: [
        {
          name: 'Jackets',
          description: 'Shells and fleeces that fold into their own pocket.',
          productTypes: ['Jackets'],
          image: 'fell-jacket-pine',
        },
        {
          name: 'Boots and socks',
          description: 'For wet grass and long descents.',
          productTypes: ['Boots', 'Socks'],
          image: 'fell-boots',
        },
      ],
    },
    {
      name: 'Camp',
      description: 'A dry place to sleep and something warm to drink.',
      productTypes: [],
      image: 'fell-tent-marigold',
      children: [
        {
          name: 'Tents and sleeping',
          description: 'Light enough to carry, strong enough for March.',
          productTypes: ['Tents', 'Sleeping'],
          image: 'fell-roll-lake',
        },
        {
          name: 'Camp kitchen',
          description: 'One pot, two mugs, no fuss.',
          productTypes: ['Kitchen'],
          image: 'fell-mug',
        },
        {
          name: 'Light',
          description: 'For the walk back.',
          productTypes: ['Light'],
          image: 'fell-lantern',
        },
      ],
    },
    {
      name: 'Carry',
      description: 'Packs and dry bags with as few straps as possible.',
      productTypes: ['Packs'],
      image: 'fell-pack-teal',
    },
    {
      name: 'On the path',
      description: 'Maps, poles and rope.',
      productTypes: ['Path'],
      image: 'fell-map',
    },
  ],
  products: fellProducts,
  contentImages: ['fell-hero', 'fell-camp'],
  createContent: (products, getImage) => ({
    theme: 'Harbour',
    home: createHome(products, getImage),
    aboutUs:
      '<p>Fell &amp; Fern is nine people and a workshop above a lake. We make few ' +
      'things, use them every weekend and repair what we sold ten years ago.</p>' +
      `<p><img src="${getImage('fell-camp')}" alt="A tent beside a lantern and a mug"></p>` +
      '<h2>Repaired for life</h2><p>Send us what is torn. We charge the thread and the ' +
      'hour, not the years. Last winter we mended 412 zips.</p>',
    contactUs:
      '<p>Write to <a ' +
      'href="mailto:post@fellandfern.example">post@fellandfern.example</a>. If we do ' +
      'not answer on a sunny Saturday, you know where we are.</p>',
    pages: [],
    posts: [
      {
        title: 'What goes into a pack for two days',
        excerpt: 'Eleven things, and why the twelfth stays at home.',
        cover: getImage('fell-camp'),
        coverAlt: 'A tent beside a lantern and a mug',
        author: 'Nuala Byrne',
        tags: ['Packing'],
        status: 'published',
        body:
          '<p>We weigh what we carry, then we leave out a third of it. What is left has been dry, ' +
          'warm and enough on every path from here to the sea.</p><h2>At the bottom</h2><p>The ' +
          'sleeping bag in a dry bag, then the mat. They are the last things you need.</p><h2>In ' +
          'the middle</h2><ul><li>The tent, close to your back</li><li>The pot, with the mug in ' +
          'it</li><li>Food for one day more than planned</li></ul><h2>On top</h2><p>The shell, the ' +
          'map and the headlamp. You want them at the moment when you cannot look for them.</p>',
      },
    ],
    questions: [
      {
        question: 'Do you repair other brands?',
        answer: '<p>Zips and soles, yes. Ask us first and send a photo.</p>',
      },
      {
        question: 'Which size of boots do I need?',
        answer: '<p>Measure your longer foot in the evening and add one centimeter.</p>',
      },
    ],
    edit,
  }),
}

const createHome = (
  products: readonly Product[],
  getImage: (name: string) => string,
): Section[] => [
  buildSection(
    'slideshow',
    {},
    {
      items: [
        {
          image: getImage('fell-hero'),
          alt: 'A tent, a pack and a lantern above a lake',
          heading: 'Out by Friday, back by Sunday',
          text: 'Gear that we carry ourselves.',
          buttonLabel: 'Shop camp',
          link: '/categories/camp',
        },
      ],
    },
  ),
  buildSection(
    'benefits',
    {},
    {
      items: [
        { icon: 'shield', heading: 'Repaired for life', text: 'Seams, zips and soles, at cost.' },
        { icon: 'return', heading: 'Back within 14 days', text: 'Also after a weekend outside.' },
        { heading: 'Sent the same day', text: 'If you order before two.' },
      ],
    },
  ),
  buildSection('featuredProducts', {
    heading: 'Packed most often',
    source: 'chosen',
    products: findProductIds(products, [
      'ridge-two-tent',
      'scree-shell-jacket',
      'day-pack-24',
      'long-day-flask',
    ]),
  }),
  buildSection('categoryGrid', { heading: 'Find your way' }),
  buildSection('imageText', {
    image: getImage('fell-camp'),
    alt: 'A tent beside a lantern and a mug',
    heading: 'Tested in the rain',
    body:
      '<p>Each tent spends a night on the fell behind our workshop before we sell the ' +
      'first one. If it leaks, we start again.</p>',
    buttonLabel: 'About us',
    link: '/pages/about-us',
  }),
]

const edit: CmsEdit = {
  identity: { siteTitle: 'Fell & Fern', tagline: 'Gear for two good days' },
  announcement: {
    enabled: true,
    text: 'Free delivery from €75',
    link: '/products',
    background: '#123a5c',
    color: '#ffffff',
    dismissible: true,
  },
  contact: { email: 'post@fellandfern.example', phone: '+353 1 555 0142' },
  social: { instagram: 'https://instagram.com/fellandfern.example' },
  policies: {
    shipping: '<p>Orders before two o’clock leave on the same day.</p>',
    refund: '<p>Fourteen days, used or not.</p>',
  },
  footer: {
    text: 'Made above a lake, used everywhere else.',
    copyright: '© Fell & Fern Ltd',
    showContact: true,
  },
}
