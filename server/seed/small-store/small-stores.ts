import type { DemoStore } from '../demo-store.ts'
import { fellCatalog } from './fell-catalog.ts'
import { greenTableCatalog } from './green-table-catalog.ts'
import { lamplightCatalog } from './lamplight-catalog.ts'
import { marenCatalog } from './maren-catalog.ts'

/** The orders and the customers of a store that is shown for its pages. */
const fewOrders = { priceFactor: 1, ordersPerDay: 0.15, customers: 24 }
const common = { status: 'live', locale: 'en', weightUnit: 'g', taxIncluded: true } as const

/** The stores that show what each theme is made for. */
export const smallStores: readonly DemoStore[] = [
  {
    ...fewOrders,
    slug: 'fell-and-fern',
    logo: 'fell-logo',
    seed: 31,
    catalog: fellCatalog,
    settings: {
      ...common,
      name: 'Fell & Fern',
      legalName: 'Fell & Fern Ltd',
      description: 'Gear for two good days outside.',
      email: 'post@fellandfern.example',
      phone: '+353 1 555 0142',
      address: { line1: '4 Lake Road', city: 'Killarney', postalCode: 'V93 A0A0', country: 'IE' },
      currency: 'EUR',
      timezone: 'Europe/Dublin',
      orderPrefix: 'FF-',
      defaultTaxRate: 23,
      lowStockThreshold: 4,
    },
  },
  {
    ...fewOrders,
    slug: 'atelier-maren',
    logo: 'maren-logo',
    seed: 32,
    catalog: marenCatalog,
    settings: {
      ...common,
      name: 'Atelier Maren',
      legalName: 'Atelier Maren ApS',
      description: 'Fourteen pieces a season.',
      email: 'studio@maren.example',
      phone: '+45 5555 0142',
      address: { line1: 'Havnegade 12', city: 'Copenhagen', postalCode: '1058', country: 'DK' },
      currency: 'EUR',
      timezone: 'Europe/Copenhagen',
      orderPrefix: 'AM-',
      defaultTaxRate: 25,
      lowStockThreshold: 3,
    },
  },
  {
    ...fewOrders,
    slug: 'lamplight',
    logo: 'lamp-logo',
    seed: 33,
    catalog: lamplightCatalog,
    settings: {
      ...common,
      name: 'Lamplight',
      legalName: 'Lamplight Books LLC',
      description: 'Books for the hours after ten.',
      email: 'desk@lamplight.example',
      phone: '+1 555 0142',
      address: {
        line1: '18 Alder Street',
        city: 'Portland',
        postalCode: '97205',
        region: 'OR',
        country: 'US',
      },
      currency: 'USD',
      timezone: 'America/Los_Angeles',
      orderPrefix: 'L-',
      taxIncluded: false,
      defaultTaxRate: 0,
      lowStockThreshold: 3,
    },
  },
  {
    ...fewOrders,
    slug: 'green-table',
    logo: 'green-logo',
    seed: 34,
    catalog: greenTableCatalog,
    settings: {
      ...common,
      name: 'Green Table',
      legalName: 'Green Table eG',
      description: 'Food from small kitchens nearby.',
      email: 'hello@greentable.example',
      phone: '+43 1 5550142',
      address: { line1: 'Obstgasse 3', city: 'Krems', postalCode: '3500', country: 'AT' },
      currency: 'EUR',
      timezone: 'Europe/Vienna',
      orderPrefix: 'GT-',
      defaultTaxRate: 10,
      lowStockThreshold: 6,
    },
  },
]
