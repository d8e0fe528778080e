import { type OrderReduction, orderDiscountApi } from '#contract/order-discount.ts'
import type { OrderInput } from '#contract/order-input.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import type { ChosenDiscounts, DiscountedLine } from '../rule/choose-discounts.ts'
import { loadDiscounts, takeDiscounts } from '../rule/load-discounts.ts'

type DiscountInput = Pick<OrderInput, 'shippingTotal' | 'discountCode' | 'automaticDiscounts'>
type DiscountedOrder = {
  lines: readonly DiscountedLine[]
  customer: { id: string | null | undefined; email: string | undefined }
}

export function orderDiscountRoutes(app: App) {
  serve(app, orderDiscountApi.quoteDiscounts, async ({ tx, body }): Promise<OrderReduction> => {
    const lines = body.lines.map(({ unitPrice, ...line }) => ({ ...line, price: unitPrice }))
    const { applied, ...reduction } = await loadOrderDiscounts(tx, body, {
      lines,
      customer: { id: body.customer, email: body.email },
    })
    return { ...reduction, discounts: applied.map(({ discount: _, ...rest }) => rest) }
  })
}

/** Whether discounts of the store can reduce a manual order. */
export const usesDiscounts = ({ discountCode, automaticDiscounts }: DiscountInput): boolean =>
  Boolean(discountCode) || automaticDiscounts === true

/** Chooses the discounts of a manual order and counts their use. */
export async function takeOrderDiscounts(
  tx: Tx,
  input: DiscountInput,
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
  input: DiscountInput,
  order: DiscountedOrder,
): Promise<ChosenDiscounts> {
  if (!usesDiscounts(input)) return { lines: [], shipping: 0, applied: [] }
  const { problem, ...chosen } = await loadOrderDiscounts(tx, input, order)
  if (problem) throw createFieldProblem('discountCode', 'discount_not_applied')
  return chosen
}

async function loadOrderDiscounts(
  tx: Tx,
  { shippingTotal = 0, discountCode, automaticDiscounts = false }: DiscountInput,
  { lines, customer }: DiscountedOrder,
) {
  return loadDiscounts(tx, {
    lines,
    shippingPrice: shippingTotal,
    code: discountCode,
    email: await findDiscountEmail(tx, customer),
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
