import fc from 'fast-check'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { calculateShare } from '#contract/lib/money/share.ts'
import { calculateOrderTotals, sumTaxes } from '#contract/order/order-totals.ts'
import type { EInvoice } from '../../e-invoice/rule/build-cii.ts'
import {
  buildCreditedRows,
  type CreditedItem,
  subtractTaxes,
} from '../../invoice/rule/credited-items.ts'

const address = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }
export const seller: InvoiceDocument['seller'] = {
  name: 'Kiln',
  company: 'Kiln <GmbH> & "Co"',
  vatId: 'DE136695976',
  email: 'shop@kiln.example',
  phone: '+49 221 1234',
  address,
  logo: '',
  taxNumber: '12/345/67890',
  legalNote: 'Amtsgericht Köln\nHRB 1',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
  accountHolder: 'Kiln GmbH',
}
export const buyer: InvoiceDocument['buyer'] = {
  name: 'Zoë 山田',
  company: '',
  vatId: '',
  email: 'zoe@shopper.example',
  address,
}
const rates = [0, 2.5, 7, 10, 19, 20, 25.5]

/** A random order. Its amounts have two decimals. */
const anyOrder = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 })),
      unitPrice: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 99_999 })),
      discount: fc.integer({ min: 0, max: 3000 }),
      taxRate: fc.constantFrom(...rates),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  shippingTotal: fc.integer({ min: 0, max: 4000 }),
  shippingTaxRate: fc.constantFrom(...rates),
  taxIncluded: fc.boolean(),
})
export type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never

export const example: AnyOrder = {
  lines: [
    { quantity: 3, unitPrice: 1999, discount: 100, taxRate: 19 },
    { quantity: 1, unitPrice: 1070, discount: 0, taxRate: 7 },
  ],
  shippingTotal: 490,
  shippingTaxRate: 19,
  taxIncluded: true,
}

/** Returns the document of an invoice for an order. */
export function toDocument(
  order: AnyOrder,
  change: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const totals = calculateOrderTotals({ ...order, taxRate: 0 })
  const { shippingTotal, shippingTax, shippingTaxRate } = totals
  const lines = totals.lines.map(({ discount, taxRate, tax, total }, i) => ({
    title: `Line ${i}`,
    variantTitle: i % 2 ? 'Red & blue' : '',
    sku: `S-${i}`,
    quantity: order.lines[i]?.quantity ?? 0,
    unitPrice: order.lines[i]?.unitPrice ?? 0,
    discount,
    taxRate,
    tax,
    total,
  }))
  const shippingGross = shippingTotal + (order.taxIncluded ? 0 : shippingTax)
  const shipping =
    shippingTotal > 0
      ? { name: 'Parcel', taxRate: shippingTaxRate, tax: shippingTax, total: shippingGross }
      : null
  return {
    ...withTotals({ lines, shipping, taxIncluded: order.taxIncluded }),
    seller,
    buyer,
    shipTo: { ...address, name: 'Bo' },
    buyerReference: '',
    note: 'Thank you',
    orderNumber: '#1001',
    orderedOn: '2026-11-01',
    suppliedOn: '2026-11-02',
    language: 'de',
    locale: 'de',
    currency: 'EUR',
    paid: 0,
    exemption: '',
    paymentMethod: 'Bank transfer',
    corrects: null,
    ...change,
  }
}

function withTotals(rows: Pick<InvoiceDocument, 'lines' | 'shipping' | 'taxIncluded'>) {
  const items = [...rows.lines, ...(rows.shipping ? [rows.shipping] : [])]
  const total = items.reduce((sum, item) => sum + item.total, 0)
  const tax = items.reduce((sum, item) => sum + item.tax, 0)
  const taxes = sumTaxes({
    lines: items,
    shippingTotal: 0,
    shippingTax: 0,
    shippingTaxRate: 0,
    taxIncluded: rows.taxIncluded,
  })
  return { ...rows, taxes, total, tax, net: total - tax }
}

const company = { ...buyer, company: 'Atelier SARL', vatId: 'FR32123456789' }
const anyBuyer = fc.constantFrom(
  buyer,
  company,
  { ...company, vatId: '51824753556' },
  { ...buyer, name: '' },
  { ...buyer, email: '', address: { country: 'XK' } },
  { ...buyer, address: { ...address, country: 'ZZ' } },
)
const anySeller = fc.constantFrom(
  seller,
  { ...seller, vatId: '' },
  { ...seller, vatId: '136695976', name: seller.company },
  { ...seller, taxNumber: '', email: '' },
  { ...seller, iban: '', bic: '', accountHolder: '', phone: '', legalNote: '' },
)
const anyShipTo = fc.constantFrom(
  { ...address, name: 'Bo' },
  {},
  { country: 'IE' },
  { ...address, country: 'XK' },
  { ...address, country: 'ZZ' },
)
const anyPart = fc.double({ min: 0, max: 1, noNaN: true })
const untaxedOrder = anyOrder.map(order => ({
  ...order,
  lines: order.lines.map(line => ({ ...line, taxRate: 0 })),
  shippingTaxRate: 0,
}))

/** A random invoice, with parties and details that an e-invoice cannot have too. */
export const anyDocument = fc
  .record({
    order: fc.oneof({ weight: 3, arbitrary: anyOrder }, { weight: 1, arbitrary: untaxedOrder }),
    paidPart: anyPart,
    details: fc.record(
      {
        seller: anySeller,
        buyer: anyBuyer,
        shipTo: anyShipTo,
        suppliedOn: fc.constant(null),
        buyerReference: fc.constant('PO-7'),
        note: fc.constantFrom('', 'No\uFFFEte\u0000'),
        exemption: fc.constantFrom(
          'exempt',
          'reverse_charge',
          'small_business',
          'intra_community',
          'export',
        ),
        currency: fc.constantFrom('SEK', 'JPY'),
        language: fc.constantFrom('en', 'fr'),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ order, paidPart, details }) => {
    const document = toDocument(order, details)
    return { ...document, paid: Math.floor(document.total * paidPart) }
  })

const anyPartOrNone = fc.option(anyPart, { nil: 0 })
/** The parts of the lines, of the shipping and of the total that a credit note credits. */
const anyCredit = fc.record({
  lines: fc.array(anyPartOrNone, { maxLength: 12 }),
  shipping: anyPartOrNone,
  other: anyPartOrNone,
})
/** Credit notes of one invoice. */
export const anyCredits = fc.array(anyCredit, { maxLength: 2 })
type AnyCredit = typeof anyCredit extends fc.Arbitrary<infer T> ? T : never

/** Returns the documents of the credit notes that correct an invoice one after the other. */
export function toCreditNotes(
  invoice: InvoiceDocument,
  credits: readonly AnyCredit[],
): InvoiceDocument[] {
  const documents: InvoiceDocument[] = []
  const corrects = { number: 'INV-2026-0001', issuedOn: '2026-11-03' }
  for (const credit of credits) {
    const rests = subtractTaxes(
      invoice.taxes,
      documents.flatMap(({ taxes }) => taxes),
    )
    const rows = buildCreditedRows(
      rests,
      {
        items: toCreditedItems(invoice, credit),
        otherAmount: Math.floor(invoice.total * credit.other),
      },
      {
        taxIncluded: invoice.taxIncluded,
        shippingName: invoice.shipping?.name ?? '',
        otherTitle: 'Refund',
      },
    )
    const totals = withTotals({ ...rows, taxIncluded: invoice.taxIncluded })
    if (totals.total > 0) documents.push({ ...invoice, ...totals, paid: 0, corrects })
  }
  return documents
}

function toCreditedItems({ lines, shipping }: InvoiceDocument, credit: AnyCredit): CreditedItem[] {
  const creditedLines = lines.map((line, i) => {
    const quantity = Math.floor(line.quantity * (credit.lines[i] ?? 0))
    const amount = calculateShare(line.total, quantity, line.quantity)
    const tax = calculateShare(line.tax, quantity, line.quantity)
    return { line, quantity, taxRate: line.taxRate, amount, tax }
  })
  if (!shipping) return creditedLines
  const amount = Math.floor(shipping.total * credit.shipping)
  const tax = calculateShare(shipping.tax, amount, shipping.total)
  return [...creditedLines, { quantity: 1, taxRate: shipping.taxRate, amount, tax }]
}

/** Returns an issued invoice with a document. */
export const toInvoice = (document: InvoiceDocument, change: Partial<EInvoice> = {}): EInvoice => ({
  kind: 'invoice',
  number: 'INV-2026-0001',
  issuedOn: '2026-11-03',
  dueOn: '2026-11-17',
  document,
  ...change,
})

/** Returns an issued credit note with a document. */
export const toCreditNote = (document: InvoiceDocument): EInvoice =>
  toInvoice(document, { kind: 'credit_note', number: 'CN-2026-0001', dueOn: null })
