import type { Product } from '#contract/product/product.ts'
import type { Section } from '#contract/section/section-catalog.ts'
import { buildSection } from '../theme/rule/default-templates.ts'
import { type DemoContent, findProductImage } from './demo-content.ts'

/** Returns the texts and theme of the store Sable Fold. */
export const createSableFoldContent = (products: readonly Product[]): DemoContent => ({
  theme: 'Gallery',
  home: createHome(products),
  aboutUs:
    '<p>Sable Fold is the paper workshop of Ottermill, with a shop of its own in Hamburg. ' +
    'We sew notebooks, print cards on a press from 1911 and sharpen every pencil once, so ' +
    'that you can begin.</p>',
  contactUs:
    '<p>Write to <a href="mailto:moin@sablefold.example">moin@sablefold.example</a>. We ' +
    'answer within a working day, by hand if you like.</p>',
  pages: [],
  posts: [],
  questions: [],
  edit: {
    identity: { siteTitle: 'Sable Fold Papier', tagline: 'Sewn, never glued' },
    policies: {
      shipping: '<p>Letters and small parcels leave every working day at four.</p>',
      refund: '<p>Fourteen days, unused, no questions.</p>',
    },
    footer: { text: 'Kastanienweg 4, Hamburg', copyright: '© Sable Fold GmbH' },
  },
})

const createHome = (products: readonly Product[]): Section[] => [
  buildSection(
    'slideshow',
    {},
    {
      items: [
        {
          image: findProductImage(products, 'daybook'),
          alt: 'A notebook and a pencil',
          heading: 'Begin on page one',
          text: 'Notebooks that open flat.',
          buttonLabel: 'See the Daybook',
          link: '/products/daybook',
        },
      ],
    },
  ),
  buildSection('featuredProducts', { heading: 'New arrivals' }),
  buildSection(
    'figures',
    { heading: 'In the workshop' },
    {
      items: [
        { value: '1911', label: 'the year of our press' },
        { value: '192', label: 'pages in a Daybook' },
        { value: '7', label: 'people who fold and sew' },
      ],
    },
  ),
  buildSection('categoryGrid', { heading: 'Categories' }),
]
