import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InvoiceDocument } from '#contract/invoice/invoice-document.ts'
import { calculateShare } from '#contract/lib/money/share.ts'
import { sum } from '#contract/lib/sum.ts'
import { calculateOrderTotals, sumTaxes, type TaxSum } from '#contract/order/order-totals.ts'
import {
  buildCreditedRows,
  type Credit,
  type CreditedItem,
  subtractFee,
  subtractTaxes,
} from './credited-items.ts'

/** The largest price of a line, in minor units: 9,999.99 EUR, 99,999 JPY and 9,999.999 KWD. */
const maxPrices = { EUR: 999_999, JPY: 99_999, KWD: 9_999_999 }
const rates = [0, 5, 7, 8, 10, 19, 20]

const anyLine = (maxPrice: number) =>
  fc.record({
    quantity: fc.integer({ min: 1, max: 12 }),
    unitPrice: fc.integer({ min: 0, max: maxPrice }),
    discount: fc.integer({ min: 0, max: 500 }),
    taxRate: fc.constantFrom(...rates),
  })

const anyOrder = (maxPrice: number) =>
  fc.record({
    lines: fc.array(anyLine(maxPrice), { minLength: 1, maxLength: 5 }),
    shippingTotal: fc.integer({ min: 0, max: 5000 }),
    shippingTaxRate: fc.constantFrom(...rates),
    taxIncluded: fc.boolean(),
  })

/** Parts of an invoice to credit, as shares of its lines, its shipping and its total. */
const anyCreditParts = fc.record({
  lineParts: fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 }),
  shippingPart: fc.nat(1000),
  otherPart: fc.nat(400),
  feePart: fc.nat(300),
})
type CreditParts = typeof anyCreditParts extends fc.Arbitrary<infer T> ? T : never

type Invoice = Pick<InvoiceDocument, 'lines' | 'shipping' | 'taxIncluded'> & { total: number }

function toInvoice(order: ReturnType<typeof anyOrder> extends fc.Arbitrary<infer T> ? T : never) {
  const totals = calculateOrderTotals({ ...order, taxRate: 0 })
  const { shippingTotal, shippingTax, shippingTaxRate } = totals
  const invoice: Invoice = {
    taxIncluded: order.taxIncluded,
    total: totals.total,
    lines: totals.lines.map(({ discount, taxRate, tax, total }, i) => ({
      title: `Line ${i}`,
      variantTitle: '',
      sku: '',
      quantity: order.lines[i]?.quantity ?? 0,
      unitPrice: order.lines[i]?.unitPrice ?? 0,
      discount,
      taxRate,
      tax,
      total,
    })),
    shipping: {
      name: 'Parcel',
      taxRate: shippingTaxRate,
      tax: shippingTax,
      total: shippingTotal + (order.taxIncluded ? 0 : shippingTax),
    },
  }
  return invoice
}

const getTaxes = ({ lines, shipping }: Pick<Invoice, 'lines' | 'shipping'>): TaxSum[] =>
  sumTaxes({
    lines: [...lines, ...(shipping ? [shipping] : [])],
    shippingTotal: 0,
    shippingTax: 0,
    shippingTaxRate: 0,
    taxIncluded: true,
  })

function toCredit(invoice: Invoice, parts: CreditParts): Credit {
  const { lines, shipping, total } = invoice
  const items: CreditedItem[] = lines.map((line, i) => {
    const part = parts.lineParts[i] ?? 0
    return {
      line,
      quantity: calculateShare(line.quantity, part, 1000),
      taxRate: line.taxRate,
      amount: calculateShare(line.total, part, 1000),
      tax: calculateShare(line.tax, part, 1000),
    }
  })
  if (shipping)
    items.push({
      quantity: 1,
      taxRate: shipping.taxRate,
      amount: calculateShare(shipping.total, parts.shippingPart, 1000),
      tax: calculateShare(shipping.tax, parts.shippingPart, 1000),
    })
  const credit = { items, otherAmount: calculateShare(total, parts.otherPart, 1000) }
  const gross = sum(items.map(({ amount }) => amount)) + credit.otherAmount
  return subtractFee(credit, calculateShare(gross, parts.feePart, 1000))
}

const getAmount = ({ items, otherAmount }: Credit) =>
  sum(items.map(({ amount }) => amount)) + otherAmount
const getGross = (taxes: readonly TaxSum[]) => sum(taxes.map(({ base, tax }) => base + tax))

test.each(Object.entries(maxPrices))(
  'an invoice less its credit notes is what remains, at each tax rate, to the unit of %s',
  (_currency, maxPrice) => {
    fc.assert(
      fc.property(
        anyOrder(maxPrice),
        fc.array(anyCreditParts, { minLength: 1, maxLength: 6 }),
        (order, credits) => {
          const invoice = toInvoice(order)
          const taxes = getTaxes(invoice)
          const context = { ...invoice, shippingName: 'Parcel', otherTitle: 'Refund' }
          const credited: TaxSum[] = []
          for (const parts of credits) {
            const rests = subtractTaxes(taxes, credited)
            const credit = toCredit(invoice, parts)
            const rows = buildCreditedRows(rests, credit, context)
            const noteTaxes = getTaxes(rows)
            expect(getGross(noteTaxes)).toBe(Math.min(getAmount(credit), getGross(rests)))
            for (const { quantity, unitPrice, discount, total, tax } of rows.lines)
              expect(quantity * unitPrice - discount).toBe(
                invoice.taxIncluded ? total : total - tax,
              )
            credited.push(...noteTaxes)
            for (const { base, tax } of subtractTaxes(taxes, credited))
              expect(Math.min(base, tax)).toBeGreaterThanOrEqual(0)
          }
          const rests = subtractTaxes(taxes, credited)
          const rest = buildCreditedRows(
            rests,
            { items: [], otherAmount: getGross(rests) },
            context,
          )
          credited.push(...getTaxes(rest))
          expect(getGross(credited)).toBe(invoice.total)
          for (const { base, tax } of subtractTaxes(taxes, credited))
            expect([base, tax]).toEqual([0, 0])
        },
      ),
      { numRuns: 300 },
    )
  },
)

test('refunded units are credited with their own tax', () => {
  const line = { title: 'Cup', variantTitle: '', sku: 'C', unitPrice: 1999 }
  const rows = buildCreditedRows(
    [
      { rate: 7, base: 1000, tax: 70 },
      { rate: 19, base: 5039, tax: 958 },
    ],
    { items: [{ line, quantity: 1, taxRate: 19, amount: 1999, tax: 319 }], otherAmount: 0 },
    { taxIncluded: true, shippingName: '', otherTitle: '' },
  )
  expect(rows).toEqual({
    lines: [{ ...line, quantity: 1, discount: 0, taxRate: 19, tax: 319, total: 1999 }],
    shipping: null,
  })
})
