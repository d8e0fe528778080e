import type { Order } from '#contract/order/order.ts'
import { Problem } from '../../lib/call/problem.ts'
import { listOrderVariants } from '../items/order-variants.ts'
import { getOrder } from '../order-store.ts'
import { createOrder } from './order-create.ts'
import { findOrderLanguage } from './order-language.ts'

/**
 * Creates a draft with the items, customer, addresses and shipping method of an order, at the prices of
 * today. Its shipping is free until staff enter a price. Items whose products were deleted are left out.
 * @throws Problem 404 order_not_found, or 409 order_items_deleted
 */
export async function duplicateOrder(
  call: Parameters<typeof createOrder>[0],
  id: string,
): Promise<Order> {
  const order = await getOrder(call.tx, id)
  const { customer, lines, shippingAddress, billingAddress, shippingMethod } = order
  const variantIds = new Set((await listOrderVariants(call.tx, id)).map(({ _id }) => _id))
  const soldLines = lines.flatMap(({ variant, quantity }) =>
    variant && variantIds.has(variant) ? [{ variant, quantity }] : [],
  )
  if (soldLines.length === 0) throw new Problem(409, 'order_items_deleted')
  return createOrder(call, {
    isDraft: true,
    customer: { ...customer, _id: customer._id ?? undefined },
    lines: soldLines,
    shippingAddress,
    billingAddress,
    shippingMethod,
    language: await findOrderLanguage(call.tx, id),
  })
}
