import type { z } from 'zod'
import type { Ability } from '#contract/lib/call/permission.ts'
import type { Order, orderApi } from '#contract/order/order.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import { createFieldProblem } from '../lib/call/problem.ts'
import { type Tx, updateVersionedRow } from '../lib/db/db.ts'
import {
  prepareCustomerChange,
  resolveOrderCustomer,
  toCustomerColumns,
} from './create/order-customer.ts'
import { createOrderEvent } from './fulfillment/order-event.ts'
import { getChanges } from './get-changes.ts'
import { getOrder, lockChangeableOrder } from './order-store.ts'
import { changeOrderTaxes } from './tax/order-taxes.ts'

type OrderUpdateBody = z.infer<typeof orderApi.update.body>

const shippedStatuses: readonly OrderStatus[] = ['shipped', 'delivered', 'completed', 'returned']

/**
 * Changes the given fields. A customer is selected or created as for a new order. The taxes follow the
 * customer and the addresses while the items of the order can change.
 * @throws Problem 409 order_customer_erased, already_shipped or order_items_being_paid, or 422
 *   order_customer_empty
 */
export async function updateOrder(
  tx: Tx,
  id: string,
  { version, customer, ...input }: OrderUpdateBody,
  abilities: readonly Ability[],
): Promise<Order> {
  const order = await lockChangeableOrder(tx, id, version)
  const { shippingAddress } = order
  const buyer =
    customer && (await resolveOrderCustomer(tx, abilities, { customer, shippingAddress }))
  const { _id: customerId, ...contact } = order.customer
  const currentBuyer = { id: customerId, ...contact }
  const changes = getChanges({ ...input, customer: buyer }, { ...order, customer: currentBuyer })
  const fields = Object.keys(changes)
  if (changes.customer) await prepareCustomerChange(tx, order, changes.customer)
  if (fields.includes('shippingAddress') && shippedStatuses.includes(order.status))
    throw createFieldProblem('shippingAddress', 'already_shipped', {}, 409)
  if (fields.length > 0) {
    const { customer: newCustomer, ...columns } = changes
    await createOrderEvent(tx, id, 'edited', { fields })
    const taxColumns = await changeOrderTaxes(tx, order, {
      shippingAddress,
      billingAddress: order.billingAddress,
      ...columns,
      buyer: newCustomer ?? currentBuyer,
    })
    await updateVersionedRow(tx, 'order', id, {
      ...columns,
      ...taxColumns,
      ...(newCustomer && toCustomerColumns(newCustomer)),
    })
  }
  return getOrder(tx, id)
}
