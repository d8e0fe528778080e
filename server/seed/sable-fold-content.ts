import type { Product } from '#contract/product.ts'
import { type DemoContent, findProductImage } from './demo-content.ts'

/** Returns the texts and theme of the store Sable Fold. */
export const createSableFoldContent = (products: readonly Product[]): DemoContent => ({
  theme: 'Gallery',
  aboutUs:
    '<p>Sable Fold is the paper workshop of Ottermill, with a shop of its own in Hamburg. ' +
    'We sew notebooks, print cards on a press from 1911 and sharpen every pencil once, so ' +
    'that you can begin.</p>',
  contactUs:
    '<p>Write to <a href="mailto:moin@sablefold.example">moin@sablefold.example</a>. We ' +
    'answer within a working day, by hand if you like.</p>',
  pages: [],
  edit: {
    identity: { siteTitle: 'Sable Fold Papier', tagline: 'Sewn, never glued' },
    hero: {
      enabled: true,
      slides: [
        {
          image: findProductImage(products, 'daybook'),
          mobileImage: '',
          alt: 'A notebook and a pencil',
          heading: 'Begin on page one',
          text: 'Notebooks that open flat.',
          buttonLabel: 'See the Daybook',
          link: '/products/daybook',
        },
      ],
    },
    policies: {
      shipping: '<p>Letters and small parcels leave every working day at four.</p>',
      refund: '<p>Fourteen days, unused, no questions.</p>',
    },
    footer: { text: 'Kastanienweg 4, Hamburg', copyright: '© Sable Fold GmbH' },
  },
})
