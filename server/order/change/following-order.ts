import type { Order } from '#contract/order/order.ts'
import type { OrderInput } from '#contract/order/order-input.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { runBatch } from '../../lib/db/query-batch.ts'
import { createOrder } from '../create/order-create.ts'
import { findOrderLanguage } from '../create/order-language.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import type { ChangeContext } from './applied-change.ts'

/**
 * Creates an order for the customer, to the addresses and in the language of an order that it follows,
 * and takes its stock.
 * @throws Problem 409 insufficient_stock or order_currency_changed, or 422 products_not_sold
 */
export async function createFollowingOrder(
  { tx, order }: ChangeContext,
  { lines, shippingTotal = 0 }: Pick<OrderInput, 'lines' | 'shippingTotal'>,
): Promise<Order> {
  const { customer, shippingAddress, billingAddress, shippingMethod, isCustomerErased } = order
  const { _id, ...contact } = customer
  const newOrder = await createOrder(
    // Without abilities, the order keeps the contact data of the earlier one.
    { tx, abilities: [], commitWith: (_, batch) => runBatch(batch) },
    {
      ...(!isCustomerErased && { customer: { ...contact, ...(_id && { _id }) } }),
      lines,
      shippingAddress,
      billingAddress,
      shippingMethod,
      shippingTotal,
      language: await findOrderLanguage(tx, order._id),
    },
  )
  if (newOrder.currency !== order.currency)
    throw createFieldProblem('change.lines', 'order_currency_changed', {}, 409)
  return newOrder
}

/**
 * Links a new order to the order that it follows, and to the return or the claim. From now on, the customer
 * gets the emails of the new one.
 */
export const linkFollowingOrder = (
  { tx, order }: ChangeContext,
  { newOrderId, returnId }: { newOrderId: string; returnId: string },
) =>
  Promise.all([
    tx`
      update "order" set original_order_id = ${order._id}, return_id = ${returnId}
      where id = ${newOrderId}`,
    createOrderEvent(tx, newOrderId, 'follows_order', { order: order.number }),
  ])
