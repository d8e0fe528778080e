import { type OrderReduction, orderDiscountApi } from '#contract/order/order-discount.ts'
import type { OrderInput } from '#contract/order/order-input.ts'
import type { AppliedDiscount } from '#contract/storefront/storefront-order.ts'
import type { ChosenDiscounts, DiscountedLine } from '../../discount/rule/choose-discounts.ts'
import { loadDiscounts, takeDiscounts } from '../../discount/rule/load-discounts.ts'
import { returnDiscounts } from '../../discount/rule/return-discounts.ts'
import { assertFound, createFieldProblem } from '../../lib/call/problem.ts'
import { type App, serve } from '../../lib/call/serve.ts'
import type { Tx } from '../../lib/db/db.ts'
import { runAndUndo } from '../../lib/db/savepoint.ts'
import { lockOrderDiscounts } from '../items/order-locks.ts'

type OrderDiscountInput = Pick<OrderInput, 'shippingTotal' | 'discountCode' | 'automaticDiscounts'>
type DiscountedOrder = {
  lines: readonly DiscountedLine[]
  customer: { id: string | null | undefined; email: string | undefined }
  /** False if the shopper could have entered the email of another person. */
  isEmailVerified?: boolean
}

export function orderDiscountRoutes(app: App) {
  serve(app, orderDiscountApi.quoteDiscounts, async ({ tx, body }): Promise<OrderReduction> => {
    const lines = body.lines.map(({ unitPrice, ...line }) => ({ ...line, price: unitPrice }))
    const load = () =>
      loadOrderDiscounts(tx, body, { lines, customer: { id: body.customer, email: body.email } })
    const { applied, ...reduction } = await (body.order
      ? withReturnedDiscounts(tx, body.order, load)
      : load())
    return { ...reduction, discounts: applied.map(({ discount: _, ...rest }) => rest) }
  })
}

/** Runs a query as if the order had no discounts yet, and changes nothing. */
async function withReturnedDiscounts<T>(
  tx: Tx,
  orderId: string,
  load: () => Promise<T>,
): Promise<T> {
  return runAndUndo(tx, async () => {
    const [order] = await tx`select 1 from "order" where id = ${orderId} for update`
    assertFound(order, 'order_not_found')
    await lockOrderDiscounts(tx, [orderId])
    await returnOrderDiscounts(tx, orderId)
    return load()
  })
}

/** Removes the discounts of an order that is edited. The caller has locked them. */
export async function returnOrderDiscounts(tx: Tx, orderId: string): Promise<void> {
  const rows = await tx<(AppliedDiscount | { discount: null })[]>`
    delete from order_discount where order_id = ${orderId}
    returning discount_id as discount, name, code, amount`
  await returnDiscounts(
    tx,
    rows.filter(row => row.discount !== null),
  )
}

/** Whether discounts of the store can reduce a manual order. */
export const usesDiscounts = ({ discountCode, automaticDiscounts }: OrderDiscountInput): boolean =>
  Boolean(discountCode) || automaticDiscounts === true

/** Chooses the discounts of a manual order and counts their use. */
export async function takeOrderDiscounts(
  tx: Tx,
  input: OrderDiscountInput,
  order: DiscountedOrder,
): Promise<ChosenDiscounts> {
  const discounts = await chooseOrderDiscounts(tx, input, order)
  if (discounts.applied.length > 0)
    await takeDiscounts(tx, discounts.applied, await findDiscountEmail(tx, order.customer))
  return discounts
}

/**
 * Returns the discounts of a manual order, which are those of the checkout.
 * @throws Problem 422 discount_not_applied if the code does not reduce the order
 */
export async function chooseOrderDiscounts(
  tx: Tx,
  input: OrderDiscountInput,
  order: DiscountedOrder,
): Promise<ChosenDiscounts> {
  if (!usesDiscounts(input)) return { lines: [], shipping: 0, applied: [] }
  const { problem, isSignInUseful: _, ...chosen } = await loadOrderDiscounts(tx, input, order)
  if (problem) throw createFieldProblem('discountCode', 'discount_not_applied')
  return chosen
}

async function loadOrderDiscounts(
  tx: Tx,
  { shippingTotal = 0, discountCode, automaticDiscounts = false }: OrderDiscountInput,
  { lines, customer, isEmailVerified = true }: DiscountedOrder,
) {
  return loadDiscounts(tx, {
    lines,
    shippingPrice: shippingTotal,
    code: discountCode,
    email: await findDiscountEmail(tx, customer),
    isEmailVerified,
    hasAutomaticDiscounts: automaticDiscounts,
  })
}

/**
 * Returns the email by which discounts know a customer. Orders can have another one, and a caller
 * who cannot see contacts does not send it.
 */
export async function findDiscountEmail(
  tx: Tx,
  { id, email = '' }: DiscountedOrder['customer'],
): Promise<string> {
  if (!id) return email
  const [customer] = await tx<{ email: string }[]>`select email from customer where id = ${id}`
  return customer?.email || email
}
