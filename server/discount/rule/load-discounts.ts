import { sum } from '#contract/lib/sum.ts'
import type { DiscountProblem, DiscountStatus } from '#contract/product/discount.ts'
import type { AppliedDiscount } from '#contract/storefront/storefront-order.ts'
import { Problem } from '../../lib/call/problem.ts'
import { insertRows, type Tx } from '../../lib/db/db.ts'
import {
  type CartDiscount,
  type ChosenDiscounts,
  chooseDiscounts,
  type DiscountedLine,
  meetsMinimum,
} from './choose-discounts.ts'

type DiscountedCart = {
  lines: readonly DiscountedLine[]
  shippingPrice: number
  code?: string | undefined
  email?: string | undefined
  /** The buyer is signed in with the email, or the seller has selected the customer. */
  isEmailVerified: boolean
  /** Without them, only the discount with the code applies. */
  hasAutomaticDiscounts?: boolean
}
type DiscountRow = CartDiscount & {
  state: DiscountStatus | 'used_by_customer' | 'needs_sign_in' | 'for_other_customers'
}

type LoadedDiscounts = ChosenDiscounts & {
  problem: DiscountProblem | null
  /** Some customers get discounts when they sign in. */
  isSignInUseful: boolean
  /** The lowest subtotal from which one of the discounts makes the delivery free. */
  freeDeliveryFrom: number | null
}

/** Returns the discounts of a cart, and why the entered code does not reduce it. */
export async function loadDiscounts(
  tx: Tx,
  {
    lines,
    shippingPrice,
    code = '',
    email = '',
    isEmailVerified,
    hasAutomaticDiscounts = true,
  }: DiscountedCart,
): Promise<LoadedDiscounts> {
  const variants = lines.map(({ variant }) => variant)
  const rows = await tx<DiscountRow[]>`
    select * from find_discounts(${code}, ${email}, ${isEmailVerified}, ${variants})`
  const activeRows = rows.filter(
    row => row.state === 'active' && (hasAutomaticDiscounts || row.code !== ''),
  )
  const choice = chooseDiscounts(activeRows, { lines, shippingPrice })
  const isApplied = code === '' || choice.applied.some(applied => applied.code === code)
  const entered = rows.find(row => row.code === code)
  return {
    ...choice,
    problem: isApplied ? null : findProblem(entered, lines, isEmailVerified),
    isSignInUseful: rows.some(({ state }) => state === 'needs_sign_in'),
    freeDeliveryFrom: findFreeDeliveryMinimum(activeRows, lines),
  }
}

/** Discounts of certain products and with more units are left out. */
function findFreeDeliveryMinimum(
  rows: readonly DiscountRow[],
  lines: readonly DiscountedLine[],
): number | null {
  const unitCount = sum(lines.map(({ quantity }) => quantity))
  const [lowest = null] = rows
    .filter(
      ({ kind, scope, minimumQuantity }) =>
        kind === 'free_shipping' && scope === 'order' && minimumQuantity <= unitCount,
    )
    .map(({ minimumAmount }) => minimumAmount)
    .toSorted((a, b) => a - b)
  return lowest
}

/** Codes that the store has not published yet are unknown to shoppers. */
function findProblem(
  discount: DiscountRow | undefined,
  lines: readonly DiscountedLine[],
  isEmailVerified: boolean,
): DiscountProblem {
  switch (discount?.state) {
    case undefined:
    case 'inactive':
    case 'scheduled':
      return 'unknown_discount'
    case 'expired':
      return 'discount_expired'
    case 'used_up':
      return 'discount_used_up'
    case 'used_by_customer':
      // Strangers do not learn who has bought.
      return isEmailVerified ? 'discount_used_by_you' : 'discount_used_up'
    case 'needs_sign_in':
    case 'for_other_customers':
      return 'discount_for_other_customers'
    case 'active':
      break
  }
  if (discount.variants.length === 0) return 'discount_for_other_products'
  return meetsMinimum(discount, { lines }) ? 'discount_not_combinable' : 'discount_minimum'
}

/**
 * Locks the discounts that can reduce an order with this code, so that they still apply when the
 * order takes them, and those that an edited order has.
 */
export const lockDiscounts = (tx: Tx, code: string, orderId: string | null = null) => tx`
  select from discount d
  where (d.code = '' and d.code_count = 0 and d.is_active)
    or d.id in (select discount_id from order_discount where order_id = ${orderId})
    or (${code} <> '' and (d.code = ${code} or exists (
      select from discount_code c where c.discount_id = d.id and c.code = ${code})))
  order by d.id for update of d`

/** One of the discounts of a checkout no longer applies. */
export class DiscountUnavailableProblem extends Problem<'version_conflict'> {
  constructor() {
    super(409, 'version_conflict')
  }
}

/**
 * Counts the use of discounts by an order, which waits for other orders with them.
 * @throws DiscountUnavailableProblem if one of them no longer applies
 */
export async function takeDiscounts(
  tx: Tx,
  discounts: readonly AppliedDiscount[],
  email: string,
): Promise<void> {
  if (discounts.length === 0) return
  const ids = discounts.map(({ discount }) => discount)
  // The update sees the uses of the orders that this statement has waited for.
  await tx`select from discount where id = any (${ids}) order by id for update`
  const takenRows = await tx`
    update discount d set used_count = used_count + 1
    where id = any (${ids}) and discount_status(d) = 'active'
      and (limit_per_customer is null or limit_per_customer > count_discount_uses(id, ${email}))
    returning id`
  if (takenRows.length < ids.length) throw new DiscountUnavailableProblem()
  for (const { discount, code } of discounts) await takeSingleCode(tx, discount, code)
}

/** The lock of the discount keeps other orders from the same code. */
async function takeSingleCode(tx: Tx, discount: string, code: string): Promise<void> {
  const [row] = await tx<{ wasUsed: boolean }[]>`
    update discount_code set is_used = true
    where discount_id = ${discount} and code = ${code}
    returning (select is_used from discount_code old where old.id = discount_code.id) as was_used`
  if (row?.wasUsed) throw new DiscountUnavailableProblem()
}

/** Stores the discounts of a new order. Its statement is sent at once. */
export const addOrderDiscounts = (
  tx: Tx,
  orderId: string,
  discounts: readonly AppliedDiscount[],
): Promise<unknown> =>
  discounts.length === 0
    ? Promise.resolve()
    : insertRows(
        tx,
        'order_discount',
        discounts.map(({ discount, ...row }) => ({ ...row, orderId, discountId: discount })),
      )
