import type { PaymentMethodInput } from '#contract/payment/payment-method.ts'
import type { StoreInput } from '#contract/store/store.ts'
import type { DemoCategory } from './demo-content.ts'
import type { SmallCatalog } from './small-store/small-product.ts'

export const demoOwner = {
  fullName: 'Robin Hale',
  email: 'owner@demo.example',
  password: 'kettle-shed-oak-7',
  username: 'robin',
}

export interface DemoStore {
  slug: string
  /** Name of a file in `images`. */
  logo: string
  ownDomain?: string
  /** Replaces the defaults of a new store. */
  settings: Omit<StoreInput, 'slug'>
  /** Product types that the store sells; all when left out. */
  productTypes?: readonly string[]
  /** The store's prices divided by those of the catalog. */
  priceFactor: number
  ordersPerDay: number
  customers: number
  seed: number
  /** The products of a small store, which has few orders and no other work. */
  catalog?: SmallCatalog
}

export const demoStores: readonly DemoStore[] = [
  {
    slug: 'ottermill',
    logo: 'mill-ink',
    ownDomain: 'ottermill.example',
    priceFactor: 1,
    ordersPerDay: 5,
    customers: 620,
    seed: 20,
    settings: {
      name: 'Ottermill',
      legalName: 'Ottermill Goods Ltd',
      description: 'Useful things for the house, made slowly by people we know.',
      email: 'hello@ottermill.example',
      phone: '+44 7700 900142',
      address: {
        line1: 'The Old Mill',
        line2: 'Weir Lane',
        city: 'Totnes',
        postalCode: 'TQ9 5AB',
        country: 'GB',
      },
      currency: 'GBP',
      timezone: 'Europe/London',
      locale: 'en-GB',
      weightUnit: 'g',
      status: 'live',
      orderPrefix: '#',
      taxIncluded: true,
      defaultTaxRate: 20,
      lowStockThreshold: 5,
    },
  },
  {
    slug: 'sable-fold',
    logo: 'fold-plum',
    priceFactor: 1.2,
    ordersPerDay: 0.8,
    customers: 110,
    seed: 77,
    productTypes: ['Notebooks', 'Desk', 'Cards', 'Prints'],
    settings: {
      name: 'Sable Fold Papier',
      legalName: 'Sable Fold GmbH',
      description: 'Notebooks, cards and pencils from our small paper works.',
      email: 'moin@sablefold.example',
      phone: '+49 1555 0100 88',
      address: { line1: 'Kastanienweg 4', city: 'Hamburg', postalCode: '20357', country: 'DE' },
      currency: 'EUR',
      timezone: 'Europe/Berlin',
      locale: 'en',
      weightUnit: 'g',
      status: 'live',
      orderPrefix: 'SF-',
      taxIncluded: true,
      defaultTaxRate: 19,
      lowStockThreshold: 8,
    },
  },
]

export const listDemoPaymentMethods = ({ settings }: DemoStore): PaymentMethodInput[] => [
  {
    kind: 'bank_transfer',
    name: 'Bank transfer',
    instructions:
      `Please pay to ${settings.legalName}, account 0000 1234 5678, and give your order number. ` +
      'We start on it as soon as the money is there.',
  },
  {
    kind: 'cash_at_pickup',
    name: 'Cash at pickup',
    instructions:
      `Come by at ${settings.address?.line1}, ${settings.address?.city}. ` +
      'The page of your order says when it is ready.',
  },
  {
    kind: 'cash_on_delivery',
    name: 'Cash on delivery',
    instructions: 'Please have the exact sum ready.',
    enabled: false,
  },
]

export const demoCategories: readonly DemoCategory[] = [
  {
    name: 'Kitchen and table',
    description: 'What is in your hands every day.',
    productTypes: [],
    image: 'bowls-tide',
    children: [
      {
        name: 'Mugs and cups',
        description: 'For tea, coffee and holding.',
        productTypes: ['Mugs', 'Cups'],
        image: 'mug-moss',
      },
      {
        name: 'Bowls and plates',
        description: 'Everyday stoneware that forgives the dishwasher.',
        productTypes: ['Bowls', 'Plates'],
        image: 'bowl-sage',
      },
      {
        name: 'Serving',
        description: 'From the stove to the table.',
        productTypes: ['Serving', 'Teapots', 'Jugs', 'Glass', 'Boards'],
        image: 'teapot-moss',
      },
      {
        name: 'Kitchen tools',
        description: 'Few, and good.',
        productTypes: ['Kitchen tools', 'Aprons'],
        image: 'spoons-oak',
      },
    ],
  },
  {
    name: 'Textiles',
    description: 'Linen, wool and canvas, woven near us.',
    productTypes: [],
    image: 'throw-tide',
    children: [
      {
        name: 'Cushions and throws',
        description: 'For the sofa and the step outside.',
        productTypes: ['Cushions', 'Throws'],
        image: 'cushion-clay',
      },
      {
        name: 'Kitchen and table linen',
        description: 'Towels that dry, napkins that last.',
        productTypes: ['Kitchen linen', 'Table linen'],
        image: 'towel-ink',
      },
      {
        name: 'Bags and baskets',
        description: 'To carry things home in.',
        productTypes: ['Bags', 'Baskets'],
        image: 'tote-moss',
      },
    ],
  },
  {
    name: 'Paper and desk',
    description: 'From the presses of Sable Fold.',
    productTypes: [],
    image: 'notebook-clay',
    children: [
      {
        name: 'Notebooks',
        description: 'Sewn, never glued.',
        productTypes: ['Notebooks'],
        image: 'pocketbooks-mustard',
      },
      {
        name: 'Cards and wrapping',
        description: 'For everybody’s birthday.',
        productTypes: ['Cards'],
        image: 'cards-fern',
      },
      {
        name: 'Desk',
        description: 'Pencils, pens and plans.',
        productTypes: ['Desk'],
        image: 'pencils-ink',
      },
    ],
  },
  {
    name: 'House',
    description: 'Light, scent and green things.',
    productTypes: [],
    image: 'lamp-clay',
    children: [
      {
        name: 'Candles and scent',
        description: 'Poured in the shed behind the shop.',
        productTypes: ['Candles', 'Candle holders', 'Home fragrance', 'Soap'],
        image: 'candle-fern',
      },
      {
        name: 'Vases and planters',
        description: 'With or without something in them.',
        productTypes: ['Vases', 'Planters', 'Plants'],
        image: 'planter-clay',
      },
      {
        name: 'Walls and lighting',
        description: 'Prints, clocks and lamps.',
        productTypes: ['Prints', 'Clocks', 'Lighting'],
        image: 'print-tide',
      },
    ],
  },
  {
    name: 'Gift cards',
    description: 'When you cannot decide.',
    productTypes: ['Gift cards'],
    image: 'giftcard-moss',
  },
  {
    name: 'Winter workshop',
    description: 'Opens in November.',
    productTypes: [],
    image: 'tapers-plum',
    status: 'hidden',
  },
]
