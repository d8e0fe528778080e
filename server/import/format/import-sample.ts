import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { ImportKind } from '#contract/import/import-state.ts'
import { createOrderExportRows, orderExportHeader } from '../order/import-order-export.ts'
import type { ExportedOrder } from '../order/load-order-drafts.ts'
import {
  createProductExportRows,
  csvFormat,
  productExportHeader,
} from '../product/import-product-export.ts'
import {
  blankProduct,
  blankVariant,
  type ImportedVariant,
  type ProductValue,
} from '../product/import-product-value.ts'

const createSampleVariant = (size: string, sku: string, stock: number): ImportedVariant => ({
  ...blankVariant,
  options: [size],
  sku,
  price: 2400,
  cost: 900,
  stock,
  weight: 180,
})

const sampleProducts: ProductValue[] = [
  {
    ...blankProduct,
    slug: 'linen-shirt',
    title: 'Linen shirt',
    description: '<p>Light, washed and made to last.</p>',
    vendor: 'Your brand',
    productType: 'Shirts',
    tags: ['summer', 'linen'],
    status: 'active',
    categories: [['Clothing', 'Shirts']],
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [createSampleVariant('S', 'LS-S', 12), createSampleVariant('M', 'LS-M', 7)],
    images: [
      {
        sourceUrl: 'https://example.com/linen-shirt.jpg',
        alt: 'A linen shirt on a hanger',
        variantIndexes: [],
      },
    ],
  },
  {
    ...blankProduct,
    slug: 'gift-card',
    title: 'Gift card',
    description: '<p>For those who would rather choose.</p>',
    vendor: 'Your brand',
    requiresShipping: false,
    variants: [{ ...blankVariant, sku: 'GIFT', price: 5000, trackStock: false }],
  },
]

const sampleAddress = {
  name: 'Ann Example',
  line1: '1 High Street',
  line2: '',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62701',
  country: 'US',
  phone: '',
}
const createSampleOrder = (currency: string): ExportedOrder => ({
  number: '#1001',
  externalId: '',
  status: 'completed',
  paymentStatus: 'paid',
  fulfillmentStatus: 'fulfilled',
  returnProgress: 'none',
  placedAt: '2025-05-11T09:55:16.000Z',
  paidAt: '2025-05-11T09:56:00.000Z',
  fulfilledAt: '2025-05-12T14:00:00.000Z',
  canceledAt: '',
  email: 'ann@example.com',
  phone: '',
  customerName: 'Ann Example',
  currency,
  lines: [
    {
      title: 'Linen shirt - S',
      sku: 'LS-S',
      vendor: 'Your brand',
      quantity: 2,
      unitPrice: 2400,
      compareAtPrice: null,
      discount: 0,
      requiresShipping: true,
      isTaxable: true,
      fulfilledQuantity: 2,
      deliveredQuantity: 2,
      returnedQuantity: 0,
      removedQuantity: 0,
      refundedQuantity: 0,
      refundedAmount: 0,
    },
  ],
  subtotal: 4800,
  discountTotal: 0,
  discountCode: '',
  shippingTotal: 500,
  shippingMethod: 'Standard',
  taxTotal: 0,
  taxes: [],
  isTaxIncluded: false,
  adjustment: 0,
  total: 5300,
  paidTotal: 5300,
  refundedTotal: 0,
  refundedOverpayment: 0,
  refundedShipping: 0,
  refundFee: 0,
  unsoldTotal: 0,
  balance: 0,
  shippingAddress: sampleAddress,
  billingAddress: sampleAddress,
  note: '',
  checkoutAnswers: [],
  tags: [],
  source: '',
  paymentMethod: 'card',
  paymentReference: '',
})

const sampleCustomers: string[][] = [
  [
    ...['First name', 'Last name', 'Email', 'Phone', 'Company', 'Address 1', 'Address 2', 'City'],
    ...['State', 'Postal code', 'Country', 'Tags', 'Note', 'Accepts email marketing'],
  ],
  [
    ...['Ann', 'Example', 'ann@example.com', '+1 555 0100', '', '1 High Street', '', 'Springfield'],
    ...['IL', '62701', 'US', 'regular, newsletter', 'Prefers pickup', 'yes'],
  ],
]

const sampleParcels: string[][] = [
  ['Order number', 'Tracking number', 'Carrier', 'SKU', 'Quantity'],
  ['#1001', '00340434161094042557', 'DHL', '', ''],
  ['#1002', '1Z999AA10123456784', 'UPS', 'LS-S', '1'],
]

/** A small file in our own format, in the store's currency, to fill in a spreadsheet. */
export function createSampleFile(kind: ImportKind, currency: string, exponent: number): Readable {
  const rowsByKind: Record<ImportKind, () => (readonly string[])[]> = {
    products: () => [
      productExportHeader,
      ...sampleProducts.flatMap(product => createProductExportRows(product, exponent)),
    ],
    orders: () => [
      orderExportHeader,
      ...createOrderExportRows(createSampleOrder(currency), exponent),
    ],
    customers: () => sampleCustomers,
    parcels: () => sampleParcels,
  }
  return Readable.from([stringify(rowsByKind[kind](), csvFormat)])
}
