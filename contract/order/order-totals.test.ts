import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateOrderTotals, splitByWeight, sumTaxes } from './order-totals.ts'

const taxFree = { taxRate: 0, taxIncluded: false }
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

describe('order totals', () => {
  it('adds lines, shipping and tax on top', () => {
    const totals = calculateOrderTotals({
      lines: [
        { quantity: 2, unitPrice: 1999 },
        { quantity: 1, unitPrice: 500 },
      ],
      shippingTotal: 700,
      taxRate: 20,
      taxIncluded: false,
    })
    expect(totals).toMatchObject({
      subtotal: 4498,
      discountTotal: 0,
      shippingTotal: 700,
      taxTotal: 900,
      total: 6098,
      errors: [],
    })
  })

  it('calculates the tax of prices that include tax', () => {
    expect(
      calculateOrderTotals({
        lines: [{ quantity: 1, unitPrice: 1200 }],
        taxRate: 20,
        taxIncluded: true,
      }),
    ).toMatchObject({ taxTotal: 200, total: 1200 })
  })

  it.each([
    [1, 50, 1], // 0.5 rounds up
    [3, 50, 2],
    [1, 49, 0],
    [12_345, 7.125, 880],
  ])('rounds the tax of %i at %f per cent half up to %i', (unitPrice, taxRate, tax) => {
    expect(
      calculateOrderTotals({ lines: [{ quantity: 1, unitPrice }], taxRate, taxIncluded: false })
        .taxTotal,
    ).toBe(tax)
  })

  it('taxes each line and the shipping at its own rate', () => {
    const input = {
      lines: [
        { quantity: 1, unitPrice: 11_900 },
        { quantity: 2, unitPrice: 1070, taxRate: 7 },
      ],
      shippingTotal: 595,
      taxRate: 19,
      shippingTaxRate: 19,
    }
    const included = calculateOrderTotals({ ...input, taxIncluded: true })
    expect(included).toMatchObject({
      lines: [
        { taxRate: 19, tax: 1900, total: 11_900 },
        { taxRate: 7, tax: 140, total: 2140 },
      ],
      shippingTotal: 595,
      shippingTax: 95,
      taxTotal: 2135,
      total: 14_635,
    })
    expect(sumTaxes({ ...included, taxIncluded: true })).toEqual([
      { rate: 7, base: 2000, tax: 140 },
      { rate: 19, base: 10_500, tax: 1995 },
    ])
    const added = calculateOrderTotals({ ...input, taxIncluded: false })
    expect(added).toMatchObject({ shippingTax: 113, taxTotal: 2524, total: 17_159 })
    expect(sumTaxes({ ...added, taxIncluded: false })).toEqual([
      { rate: 7, base: 2140, tax: 150 },
      { rate: 19, base: 12_495, tax: 2374 },
    ])
  })

  it('splits an order discount in proportion to the line totals', () => {
    const { lines, discountTotal, total } = calculateOrderTotals({
      ...taxFree,
      lines: [
        { quantity: 1, unitPrice: 100 },
        { quantity: 1, unitPrice: 100 },
        { quantity: 1, unitPrice: 100, discount: 50 },
      ],
      discountTotal: 100,
    })
    expect(lines.map(line => line.discount)).toEqual([40, 40, 70])
    expect({ discountTotal, total }).toEqual({ discountTotal: 150, total: 150 })
  })

  it.each([
    [
      'a line discount above the line',
      { lines: [{ quantity: 1, unitPrice: 100, discount: 101 }] },
      'lines.0.discount',
    ],
    [
      'an order discount above the lines',
      { lines: [{ quantity: 1, unitPrice: 100 }], discountTotal: 101 },
      'discountTotal',
    ],
    [
      'a total above the largest amount',
      { lines: [{ quantity: 1_000_000, unitPrice: 1_000_000_000_000 }] },
      'lines',
    ],
  ])('names %s', (_case, input, path) => {
    const { errors, total, discountTotal, subtotal } = calculateOrderTotals({
      ...taxFree,
      ...input,
    })
    expect(errors.map(error => error.path)).toEqual([path])
    expect(total).toBe(subtotal - discountTotal)
  })
})

const taxRate = fc.oneof(
  fc.constantFrom(0, 5.5, 7, 7.125, 19, 20, 25),
  fc.integer({ min: 0, max: 100_000 }).map(thousandths => thousandths / 1000),
)
/** An order of a store whose currency has 0, 2 or 3 decimals. */
const orderInput = fc
  .constantFrom(['JPY', 1], ['EUR', 100], ['KWD', 1000])
  .chain(([currency, unit]) => {
    const amount = (max: number) => fc.integer({ min: 0, max: max * Number(unit) })
    return fc.record({
      currency: fc.constant(currency),
      lines: fc.array(
        fc.record({
          quantity: fc.integer({ min: 1, max: 1000 }),
          unitPrice: amount(5000),
          discount: amount(10_000),
          taxRate,
        }),
        { minLength: 1, maxLength: 50 },
      ),
      discountTotal: amount(1_000_000),
      shippingTotal: amount(1000),
      taxRate: fc.constant(0),
      shippingTaxRate: taxRate,
      taxIncluded: fc.boolean(),
    })
  })
const runs = { numRuns: 1000 }

describe('for any order', () => {
  it('the lines and the shipping add up to the totals, in whole units', () => {
    fc.assert(
      fc.property(orderInput, input => {
        const { lines, subtotal, discountTotal, shippingTotal, shippingTax, taxTotal, total } =
          calculateOrderTotals(input)
        const addedTax = (tax: number) => (input.taxIncluded ? 0 : tax)
        expect(sum(lines.map(l => l.total)) + shippingTotal + addedTax(shippingTax)).toBe(total)
        expect(total).toBe(subtotal - discountTotal + shippingTotal + addedTax(taxTotal))
        expect(sum(lines.map(l => l.tax)) + shippingTax).toBe(taxTotal)
        expect(
          [
            subtotal,
            discountTotal,
            shippingTax,
            taxTotal,
            total,
            ...lines.flatMap(l => [l.discount, l.tax, l.total]),
          ].every(n => Number.isSafeInteger(n) && n >= 0),
        ).toBe(true)
      }),
      runs,
    )
  })

  it('the sums per rate add up to the tax total, and with their bases to the total', () => {
    fc.assert(
      fc.property(orderInput, input => {
        const totals = calculateOrderTotals(input)
        const taxes = sumTaxes({ ...totals, taxIncluded: input.taxIncluded })
        expect(sum(taxes.map(({ tax }) => tax))).toBe(totals.taxTotal)
        expect(sum(taxes.map(({ base, tax }) => base + tax))).toBe(totals.total)
        expect(new Set(taxes.map(({ rate }) => rate)).size).toBe(taxes.length)
      }),
      runs,
    )
  })

  it('no line is discounted below zero, and no tax is above what its rate allows', () => {
    const limit = (amount: number, rate: number) => Math.ceil((amount * rate) / 100)
    fc.assert(
      fc.property(orderInput, input => {
        const { lines, shippingTax } = calculateOrderTotals(input)
        for (const line of lines) {
          expect(line.discount).toBeLessThanOrEqual(line.amount)
          expect(line.tax).toBeLessThanOrEqual(limit(line.amount - line.discount, line.taxRate))
        }
        expect(shippingTax).toBeLessThanOrEqual(limit(input.shippingTotal, input.shippingTaxRate))
      }),
      runs,
    )
  })

  it('the shares add up to the total, are exact to one unit and never exceed a weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, share) => {
          const amount = Math.floor(sum(weights) * share)
          const parts = splitByWeight(amount, weights)
          expect(sum(parts)).toBe(amount)
          parts.forEach((part, i) => {
            expect(part).toBeLessThanOrEqual(weights[i] ?? 0)
            expect(
              Math.abs(part - (amount * (weights[i] ?? 0)) / (sum(weights) || 1)),
            ).toBeLessThan(1.001)
          })
        },
      ),
    )
  })
})
