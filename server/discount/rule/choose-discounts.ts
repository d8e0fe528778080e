import { sum } from '#contract/lib/sum.ts'
import { splitByWeight } from '#contract/order/order-totals.ts'
import {
  DiscountClass,
  type DiscountKind,
  type DiscountScope,
  getDiscountClass,
} from '#contract/product/discount.ts'
import type { AppliedDiscount } from '#contract/storefront/storefront-order.ts'

/** A discount that applies now, with the variants of the cart that it reduces. */
export type CartDiscount = {
  id: string
  name: string
  code: string
  kind: DiscountKind
  scope: DiscountScope
  percentage: number
  amount: number
  buyQuantity: number
  getQuantity: number
  minimumAmount: number
  minimumQuantity: number
  combinesWith: readonly DiscountClass[]
  variants: readonly string[]
}
export type DiscountedLine = {
  variant: string
  quantity: number
  price: number
  /** The reduction of the line before the discounts. */
  discount?: number | undefined
}
type DiscountableCart = { lines: readonly DiscountedLine[]; shippingPrice: number }

export type ChosenDiscounts = {
  /** The discount of each line. */
  lines: number[]
  /** The part of the shipping price that the shopper does not pay. */
  shipping: number
  applied: AppliedDiscount[]
}

const getRest = ({ quantity, price, discount = 0 }: DiscountedLine) =>
  Math.max(quantity * price - discount, 0)
const kindOrder: readonly DiscountKind[] = ['buy_get', 'percentage', 'amount', 'free_shipping']

/**
 * How many discounts of each class reduce an order: the largest one, or all that can be combined.
 * Classes that are missing do not reduce it.
 */
type Combination = Partial<Record<DiscountClass, 'largest' | 'all'>>
const combinations: readonly Combination[] = DiscountClass.options.reduce<Combination[]>(
  (earlier, discountClass) =>
    earlier.flatMap(combination => [
      combination,
      { ...combination, [discountClass]: 'largest' },
      { ...combination, [discountClass]: 'all' },
    ]),
  [{}],
)

/**
 * Returns the discounts that reduce a cart the most. Any two of them combine with the class of each
 * other. Of equal reductions, that with the entered code comes first.
 */
export function chooseDiscounts(
  discounts: readonly CartDiscount[],
  cart: DiscountableCart,
): ChosenDiscounts {
  const candidates = discounts.filter(discount => meetsMinimum(discount, cart))
  const nothing = { lines: cart.lines.map(() => 0), shipping: 0, applied: [] }
  return combinations
    .map(combination => combineDiscounts(candidates, combination, { cart, nothing }))
    .reduce(chooseLarger, nothing)
}

/** Reduces products first, then the order, then its shipping. */
function combineDiscounts(
  candidates: readonly CartDiscount[],
  combination: Combination,
  { cart, nothing }: { cart: DiscountableCart; nothing: ChosenDiscounts },
): ChosenDiscounts {
  const classes = DiscountClass.options.filter(option => combination[option])
  return classes.reduce((chosen, discountClass) => {
    const combinesWithAll = combination[discountClass] === 'all'
    const others = classes.filter(other => combinesWithAll || other !== discountClass)
    const members = candidates.filter(
      discount =>
        getDiscountClass(discount) === discountClass &&
        others.every(other => discount.combinesWith.includes(other)),
    )
    if (combinesWithAll) return applyDiscounts(members, cart, chosen)
    return members
      .map(discount => applyDiscounts([discount], cart, chosen))
      .reduce(chooseLarger, chosen)
  }, nothing)
}

const sumReduction = ({ lines, shipping }: ChosenDiscounts) => sum(lines) + shipping
const hasCode = ({ applied }: ChosenDiscounts) => applied.some(({ code }) => code !== '')

function chooseLarger(chosen: ChosenDiscounts, other: ChosenDiscounts): ChosenDiscounts {
  const difference = sumReduction(other) - sumReduction(chosen)
  return difference > 0 || (difference === 0 && hasCode(other) && !hasCode(chosen)) ? other : chosen
}

/** Whether the goods that a discount reduces reach its minimum. */
export function meetsMinimum(
  { variants, minimumAmount, minimumQuantity }: CartDiscount,
  { lines }: Pick<DiscountableCart, 'lines'>,
): boolean {
  const reducedLines = lines.filter(({ variant }) => variants.includes(variant))
  return (
    reducedLines.length > 0 &&
    sum(reducedLines.map(({ quantity, price }) => quantity * price)) >= minimumAmount &&
    sum(reducedLines.map(({ quantity }) => quantity)) >= minimumQuantity
  )
}

/** Applies discounts one after the other to what the earlier ones leave. */
function applyDiscounts(
  discounts: readonly CartDiscount[],
  cart: DiscountableCart,
  earlier: ChosenDiscounts,
): ChosenDiscounts {
  const rests = cart.lines.map((line, i) => getRest(line) - (earlier.lines[i] ?? 0))
  let shippingRest = cart.shippingPrice - earlier.shipping
  const applied = [...earlier.applied]
  const sorted = discounts.toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind))
  for (const discount of sorted) {
    const shippingPart = discount.kind === 'free_shipping' ? shippingRest : 0
    const parts = splitReduction(discount, cart.lines, rests)
    parts.forEach((part, i) => {
      rests[i] = (rests[i] ?? 0) - part
    })
    shippingRest -= shippingPart
    const amount = sum(parts) + shippingPart
    const { id, name, code } = discount
    if (amount > 0) applied.push({ discount: id, name, code, amount })
  }
  return {
    lines: cart.lines.map((line, i) => getRest(line) - (rests[i] ?? 0)),
    shipping: cart.shippingPrice - shippingRest,
    applied,
  }
}

/** Returns the reduction of each line by one discount. */
function splitReduction(
  discount: CartDiscount,
  lines: readonly DiscountedLine[],
  rests: readonly number[],
): number[] {
  const weights = rests.map((rest, i) =>
    discount.variants.includes(lines[i]?.variant ?? '') ? rest : 0,
  )
  switch (discount.kind) {
    case 'percentage':
      return splitByWeight(takePercentage(sum(weights), discount.percentage), weights)
    case 'amount':
      return splitByWeight(Math.min(discount.amount, sum(weights)), weights)
    case 'buy_get':
      return reduceCheapestUnits(discount, lines, weights)
    case 'free_shipping':
      return lines.map(() => 0)
  }
}

/** Returns the part of an amount, rounded half up. A percentage has at most two decimals. */
function takePercentage(amount: number, percentage: number): number {
  const hundredths = BigInt(Math.round(percentage * 100))
  return Number((BigInt(amount) * hundredths + 5000n) / 10_000n)
}

/** Reduces the cheapest units, as many as there are groups of bought and reduced units. */
function reduceCheapestUnits(
  { variants, buyQuantity, getQuantity, percentage }: CartDiscount,
  lines: readonly DiscountedLine[],
  rests: readonly number[],
): number[] {
  const reducedLines = lines
    .map((line, index) => ({ ...line, index }))
    .filter(({ variant }) => variants.includes(variant))
    .toSorted((a, b) => a.price - b.price || a.index - b.index)
  const unitCount = sum(reducedLines.map(({ quantity }) => quantity))
  let unitsLeft = Math.floor(unitCount / (buyQuantity + getQuantity)) * getQuantity
  const parts = lines.map(() => 0)
  for (const { index, quantity, price } of reducedLines) {
    const units = Math.min(quantity, unitsLeft)
    parts[index] = Math.min(takePercentage(units * price, percentage), rests[index] ?? 0)
    unitsLeft -= units
  }
  return parts
}
