import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { calculateOrderTotals, sumTaxes } from '#contract/order/order-totals.ts'
import { listEInvoiceViolations } from '../../testing/invoice/e-invoice-testing.ts'
import { buildCii, type EInvoice } from './build-cii.ts'
import { canBeEInvoice } from './e-invoice-profile.ts'

const address = { line1: 'Ofenstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' }
const seller = {
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
const buyer = { name: 'Zoë 山田', company: '', vatId: '', email: 'zoe@shopper.example', address }
const rates = [0, 2.5, 7, 10, 19, 20, 25.5]

const anyOrder = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000 })),
      unitPrice: fc.integer({ min: 0, max: 99_999 }),
      discount: fc.integer({ min: 0, max: 3000 }),
      taxRate: fc.constantFrom(...rates),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  shippingTotal: fc.integer({ min: 0, max: 4000 }),
  shippingTaxRate: fc.constantFrom(...rates),
  taxIncluded: fc.boolean(),
})
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never

function toDocument(order: AnyOrder, rest: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const totals = calculateOrderTotals({ ...order, taxRate: 0 })
  const { shippingTotal, shippingTax, shippingTaxRate, taxTotal, total } = totals
  const lines = totals.lines.map(({ discount, taxRate, tax, total: lineTotal }, i) => ({
    title: `Line ${i}`,
    variantTitle: i % 2 ? 'Red & blue' : '',
    sku: `S-${i}`,
    quantity: order.lines[i]?.quantity ?? 0,
    unitPrice: order.lines[i]?.unitPrice ?? 0,
    discount,
    taxRate,
    tax,
    total: lineTotal,
  }))
  const shippingGross = shippingTotal + (order.taxIncluded ? 0 : shippingTax)
  return {
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
    lines,
    shipping:
      shippingTotal > 0
        ? { name: 'Parcel', taxRate: shippingTaxRate, tax: shippingTax, total: shippingGross }
        : null,
    taxIncluded: order.taxIncluded,
    taxes: sumTaxes({ ...totals, lines, taxIncluded: order.taxIncluded }),
    net: total - taxTotal,
    tax: taxTotal,
    total,
    paid: 0,
    exemption: '',
    paymentMethod: 'Bank transfer',
    corrects: null,
    ...rest,
  }
}

const toInvoice = (document: InvoiceDocument, rest: Partial<EInvoice> = {}): EInvoice => ({
  kind: 'invoice',
  number: 'INV-2026-0001',
  issuedOn: '2026-11-03',
  dueOn: '2026-11-17',
  document,
  ...rest,
})
const example: AnyOrder = {
  lines: [
    { quantity: 3, unitPrice: 1999, discount: 100, taxRate: 19 },
    { quantity: 1, unitPrice: 1070, discount: 0, taxRate: 7 },
  ],
  shippingTotal: 490,
  shippingTaxRate: 19,
  taxIncluded: true,
}
const untaxed: AnyOrder = {
  ...example,
  lines: example.lines.map(line => ({ ...line, taxRate: 0 })),
  shippingTaxRate: 0,
}

test('every order is an invoice that the schema and the rules of EN 16931 accept', () => {
  fc.assert(
    fc.property(anyOrder, fc.double({ min: 0, max: 1, noNaN: true }), (order, paidPart) => {
      const document = toDocument(order)
      const paid = Math.floor(document.total * paidPart)
      fc.pre(document.total > 0)
      for (const profile of ['factur-x', 'xrechnung'] as const)
        expect(listEInvoiceViolations(buildCii(toInvoice({ ...document, paid }), profile))).toEqual(
          [],
        )
    }),
    { numRuns: 300 },
  )
})

describe('the category and the reason of a tax', () => {
  test.each([
    ['small_business', 'E', 'Steuerbefreiung für Kleinunternehmer. (§ 19 UStG)'],
    ['exempt', 'E', 'Diese Lieferung ist steuerfrei.'],
    ['reverse_charge', 'AE', 'Steuerschuldnerschaft des Leistungsempfängers.'],
  ] as const)('of %s are %s and a sentence', (exemption, category, reason) => {
    const document = toDocument(untaxed, { exemption, buyer: { ...buyer, vatId: 'FR32123456789' } })
    const xml = buildCii(toInvoice(document), 'factur-x')
    expect(listEInvoiceViolations(xml)).toEqual([])
    expect(xml).toContain(`<ram:CategoryCode>${category}</ram:CategoryCode>`)
    expect(xml).toContain(`<ram:ExemptionReason>${reason}</ram:ExemptionReason>`)
  })

  test('of a rate of 0 are those of a zero rate', () => {
    const xml = buildCii(toInvoice(toDocument(untaxed)), 'factur-x')
    expect(listEInvoiceViolations(xml)).toEqual([])
    expect(xml).toContain('<ram:CategoryCode>Z</ram:CategoryCode>')
  })
})

test('a credit note has its type, positive amounts and the invoice that it corrects', () => {
  const corrects = { number: 'INV-2026-0001', issuedOn: '2026-11-03' }
  const document = toDocument(example, { corrects })
  const number = 'CN-2026-0001'
  const xml = buildCii(
    toInvoice(document, { kind: 'credit_note', number, dueOn: null }),
    'xrechnung',
  )
  expect(listEInvoiceViolations(xml)).toEqual([])
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
  expect(xml).toContain('<ram:IssuerAssignedID>INV-2026-0001</ram:IssuerAssignedID>')
})

test('the check of the rules finds wrong sums, missing identifiers and elements in a wrong place', () => {
  const xml = buildCii(toInvoice(toDocument(example)), 'factur-x')
  const without = (pattern: RegExp) => listEInvoiceViolations(xml.replace(pattern, ''))
  expect(listEInvoiceViolations(xml.replace(/(<ram:GrandTotalAmount>)\d+/, '$1999'))).toEqual([
    'BR-CO-15',
    'BR-CO-16',
  ])
  expect(listEInvoiceViolations(xml.replace(/(<ram:BasisAmount>)\d+/, '$11'))).toContain('BR-S-08')
  expect(listEInvoiceViolations(xml.replace(/(<ram:CalculatedAmount>)\d+/, '$199'))).toContain(
    'BR-S-09',
  )
  expect(without(/<ram:DuePayableAmount>.*?<\/ram:DuePayableAmount>/)).toContain('BR-CO-16')
  expect(without(/<ram:SpecifiedTaxRegistration>.*<\/ram:SpecifiedTaxRegistration>/)).toContain(
    'BR-S-02',
  )
  expect(without(/<ram:InvoiceCurrencyCode>EUR<\/ram:InvoiceCurrencyCode>/)[0]).toContain('schema')
})

test('an invoice without a required detail is none', () => {
  const document = toDocument(example)
  const withSeller = (change: object) => ({ ...document, seller: { ...seller, ...change } })
  expect(canBeEInvoice(document, 'factur-x')).toBe(true)
  expect(canBeEInvoice(document, 'xrechnung')).toBe(true)
  for (const incomplete of [
    withSeller({ vatId: '', taxNumber: '' }),
    withSeller({ address: { ...address, country: 'US' } }),
    { ...document, currency: 'KWD' },
    { ...document, buyer: { ...buyer, address: {} } },
  ])
    expect(canBeEInvoice(incomplete, 'factur-x')).toBe(false)
  expect(canBeEInvoice(withSeller({ phone: '' }), 'factur-x')).toBe(true)
  expect(canBeEInvoice(withSeller({ phone: '' }), 'xrechnung')).toBe(false)
  const xml = buildCii(toInvoice(withSeller({ vatId: '' })), 'factur-x')
  expect(listEInvoiceViolations(xml)).toEqual([])
})
