import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateOrderTotals, sumTaxes } from '#contract/order/order-totals.ts'
import {
  DiscountClass,
  DiscountKind,
  DiscountScope,
  getDiscountClass,
} from '#contract/product/discount.ts'
import { type CartDiscount, chooseDiscounts } from './choose-discounts.ts'

const discount = (changes: Partial<CartDiscount>): CartDiscount => ({
  id: changes.name ?? 'a',
  name: 'a',
  code: '',
  kind: 'percentage',
  percentage: 10,
  amount: 0,
  buyQuantity: 1,
  getQuantity: 1,
  minimumAmount: 0,
  minimumQuantity: 0,
  scope: 'order',
  combinesWith: [],
  variants: ['pot', 'cup'],
  ...changes,
})
const lines = [
  { variant: 'pot', quantity: 1, price: 3000 },
  { variant: 'cup', quantity: 3, price: 999 },
]
const choose = (...discounts: CartDiscount[]) =>
  chooseDiscounts(discounts, { lines, shippingPrice: 490 })
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test('a percentage is split over the lines to the unit', () => {
  expect(choose(discount({ percentage: 12.5 }))).toEqual({
    lines: [375, 375],
    shipping: 0,
    applied: [{ discount: 'a', name: 'a', code: '', amount: 750 }],
  })
})

test('an amount reduces only its products, and not below zero', () => {
  expect(choose(discount({ kind: 'amount', amount: 500, variants: ['cup'] })).lines).toEqual([
    0, 500,
  ])
  expect(choose(discount({ kind: 'amount', amount: 9999, variants: ['cup'] })).lines).toEqual([
    0, 2997,
  ])
})

test('free shipping reduces the shipping alone', () => {
  expect(choose(discount({ kind: 'free_shipping' }))).toMatchObject({
    lines: [0, 0],
    shipping: 490,
    applied: [{ amount: 490 }],
  })
})

test('of each group of units, the cheapest ones are reduced', () => {
  const pairs = { kind: 'buy_get', percentage: 100 } as const
  expect(choose(discount(pairs)).lines).toEqual([0, 1998])
  expect(choose(discount({ ...pairs, buyQuantity: 3, percentage: 50 })).lines).toEqual([0, 500])
  expect(choose(discount({ ...pairs, buyQuantity: 4 })).applied).toEqual([])
})

test.each([
  ['amount', { minimumAmount: 5998 }],
  ['quantity', { minimumQuantity: 5 }],
  ['amount of its products', { minimumAmount: 3001, variants: ['pot'] }],
  ['cart without its products', { variants: [] }],
])('a discount needs its minimum: %s', (_, changes) => {
  expect(choose(discount(changes)).applied).toEqual([])
})

const names = (...discounts: CartDiscount[]) => choose(...discounts).applied.map(({ name }) => name)

test('the largest reduction wins, or all that can be combined', () => {
  const ten = discount({ name: 'ten', combinesWith: ['order'] })
  const five = discount({ name: 'five', kind: 'amount', amount: 500, combinesWith: ['order'] })
  expect(names(ten, five, discount({ name: 'large', percentage: 30 }))).toEqual(['large'])
  expect(names(five, discount({ name: 'small', percentage: 1 }), ten)).toEqual(['ten', 'five'])
  // 10% of 59.97, then 5.00 of the rest.
  expect(sum(choose(ten, five).lines)).toBe(600 + 500)
})

test('discounts of different classes combine if both allow it', () => {
  const cups = discount({
    name: 'cups',
    scope: 'products',
    variants: ['cup'],
    combinesWith: ['order', 'shipping'],
  })
  const pots = discount({ ...cups, id: 'pots', name: 'pots', variants: ['pot'], percentage: 5 })
  const all = discount({ name: 'all', combinesWith: ['product'] })
  const shipping = discount({ name: 'free', kind: 'free_shipping', combinesWith: ['product'] })
  expect(names(all, cups), 'products are reduced before the order').toEqual(['cups', 'all'])
  expect(choose(all, cups).lines, '10% of 26.97 and 30.00, after 10% of 29.97').toEqual([300, 570])
  expect(names(pots, cups), 'one of a class that does not combine with itself').toEqual(['cups'])
  expect(names(shipping, cups, pots)).toEqual(['cups', 'free'])
  expect(names(shipping, all), 'neither allows the other').toEqual(['all'])
  expect(names(discount({ ...all, combinesWith: [] }), cups), 'one allows it').toEqual(['all'])
  // The cups combine with both, but the order and the shipping do not combine with each other.
  expect(names(shipping, all, cups)).toEqual(['cups', 'all'])
})

test('of equal reductions, that with the code is chosen', () => {
  const withCode = discount({ name: 'code', code: 'TEN' })
  expect(choose(discount({}), withCode).applied).toMatchObject([{ code: 'TEN' }])
  expect(choose(withCode, discount({})).applied).toMatchObject([{ code: 'TEN' }])
})

test('lines, shipping and taxes add up to the total for any cart, rate and discount', () => {
  const lineArbitrary = fc.record({
    quantity: fc.integer({ min: 1, max: 99 }),
    // Prices in yen, euros and dinars: 0, 2 and 3 decimals.
    price: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 50_000_000 })),
    taxRate: fc.constantFrom(0, 2.1, 5.5, 7, 19, 25.5),
  })
  const discountArbitrary = fc.record({
    kind: fc.constantFrom(...DiscountKind.options),
    percentage: fc.integer({ min: 0, max: 10_000 }).map(hundredths => hundredths / 100),
    amount: fc.integer({ min: 0, max: 1_000_000 }),
    buyQuantity: fc.integer({ min: 1, max: 4 }),
    getQuantity: fc.integer({ min: 1, max: 4 }),
    scope: fc.constantFrom(...DiscountScope.options),
    combinesWith: fc.subarray([...DiscountClass.options]),
    variants: fc.subarray(['0', '1', '2', '3', '4']),
  })
  fc.assert(
    fc.property(
      fc.array(lineArbitrary, { minLength: 1, maxLength: 5 }),
      fc.array(discountArbitrary, { maxLength: 4 }),
      fc.integer({ min: 0, max: 5000 }),
      fc.boolean(),
      (cartLines, changes, shippingPrice, taxIncluded) => {
        const discounts = changes.map((change, i) => discount({ ...change, id: String(i) }))
        const cart = cartLines.map((line, i) => ({ ...line, variant: String(i) }))
        const choice = chooseDiscounts(discounts, { lines: cart, shippingPrice })
        choice.lines.forEach((reduction, i) => {
          const { quantity = 0, price = 0 } = cart[i] ?? {}
          expect(reduction).toBeGreaterThanOrEqual(0)
          expect(reduction).toBeLessThanOrEqual(quantity * price)
        })
        expect(sum(choice.applied.map(({ amount }) => amount))).toBe(
          sum(choice.lines) + choice.shipping,
        )
        const applied = choice.applied.flatMap(({ discount: id }) =>
          discounts.filter(candidate => candidate.id === id),
        )
        for (const one of applied)
          for (const other of applied)
            if (other !== one) expect(one.combinesWith).toContain(getDiscountClass(other))
        const totals = calculateOrderTotals({
          lines: cart.map(({ quantity, price, taxRate }, i) => ({
            quantity,
            unitPrice: price,
            taxRate,
            discount: choice.lines[i],
          })),
          shippingTotal: shippingPrice - choice.shipping,
          shippingTaxRate: 19,
          taxRate: 0,
          taxIncluded,
        })
        expect(totals.errors).toEqual([])
        expect(totals.discountTotal).toBe(sum(choice.lines))
        expect(totals.total).toBe(
          totals.subtotal -
            totals.discountTotal +
            totals.shippingTotal +
            (taxIncluded ? 0 : totals.taxTotal),
        )
        const taxes = sumTaxes({ ...totals, taxIncluded })
        expect(sum(taxes.map(({ tax }) => tax))).toBe(totals.taxTotal)
        expect(sum(taxes.map(({ base, tax }) => base + tax))).toBe(totals.total)
      },
    ),
    { numRuns: 1000 },
  )
})
