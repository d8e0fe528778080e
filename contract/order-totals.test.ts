import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculateOrderTotals, splitByWeight } from './order-totals.ts'

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

const orderInput = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 1000 }),
      unitPrice: fc.integer({ min: 0, max: 5_000_000 }),
      discount: fc.integer({ min: 0, max: 10_000_000 }),
    }),
    { minLength: 1, maxLength: 50 },
  ),
  discountTotal: fc.integer({ min: 0, max: 1_000_000_000 }),
  shippingTotal: fc.integer({ min: 0, max: 1_000_000 }),
  taxRate: fc.integer({ min: 0, max: 100_000 }).map(thousandths => thousandths / 1000),
  taxIncluded: fc.boolean(),
})

describe('for any order', () => {
  it('the lines add up to the totals, in whole units', () => {
    fc.assert(
      fc.property(orderInput, input => {
        const { lines, subtotal, discountTotal, shippingTotal, taxTotal, total } =
          calculateOrderTotals(input)
        expect(sum(lines.map(l => l.total)) + shippingTotal).toBe(total)
        expect(total).toBe(
          subtotal - discountTotal + shippingTotal + (input.taxIncluded ? 0 : taxTotal),
        )
        expect(
          [
            subtotal,
            discountTotal,
            taxTotal,
            total,
            ...lines.flatMap(l => [l.discount, l.tax, l.total]),
          ].every(n => Number.isSafeInteger(n) && n >= 0),
        ).toBe(true)
      }),
    )
  })

  it('no line is discounted below zero, and no line has more tax than its rate allows', () => {
    fc.assert(
      fc.property(orderInput, input => {
        for (const line of calculateOrderTotals(input).lines) {
          expect(line.discount).toBeLessThanOrEqual(line.amount)
          expect(line.tax).toBeLessThanOrEqual(
            Math.ceil(((line.amount - line.discount) * input.taxRate) / 100),
          )
        }
      }),
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
