import type { Order } from '#contract/order/order.ts'
import { Problem } from '../../lib/call/problem.ts'
import { findShippingPrice } from '../edit/edited-shipping.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { listOrderVariants } from '../items/order-variants.ts'
import { getOrder } from '../order-store.ts'
import { createOrder } from './order-create.ts'
import { findOrderLanguage } from './order-language.ts'

/**
 * Creates a draft with the items, customer, addresses and shipping method of an order, at current prices. If the
 * method no longer delivers the items, the draft keeps the shipping price of the order. Items whose products were
 * deleted are left out.
 * @throws Problem 404 order_not_found, or 409 order_items_deleted
 */
export async function duplicateOrder(
  call: Parameters<typeof createOrder>[0],
  id: string,
): Promise<Order> {
  const order = await getOrder(call.tx, id)
  const { customer, lines, shippingAddress, billingAddress, shippingMethod } = order
  const { tx } = call
  const prices = new Map((await listOrderVariants(tx, id)).map(({ _id, price }) => [_id, price]))
  const soldLines = lines.flatMap(({ variant, quantity }) => {
    const unitPrice = variant ? prices.get(variant) : undefined
    return variant && unitPrice !== undefined ? [{ variant, quantity, unitPrice }] : []
  })
  if (soldLines.length === 0) throw new Problem(409, 'order_items_deleted')
  const items = { address: shippingAddress, lines: soldLines }
  return createOrder(call, {
    isDraft: true,
    customer: { ...customer, _id: customer._id ?? undefined },
    lines: soldLines.map(({ variant, quantity }) => ({ variant, quantity })),
    shippingAddress,
    billingAddress,
    shippingMethod,
    shippingTotal: (await findShippingPrice(tx, order, items)) ?? order.shippingTotal,
    language: await findOrderLanguage(tx, id),
    addRecords: draftId =>
      createOrderEvent(tx, draftId, 'duplicated', { order: order.number, orderId: id }),
  })
}
