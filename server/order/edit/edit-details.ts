import { isDeepStrictEqual } from 'node:util'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { AppliedChange, ChangeContext } from '../change/applied-change.ts'
import {
  correctCustomerEmail,
  isSameBuyer,
  prepareCustomerChange,
  resolveOrderCustomer,
} from '../create/order-customer.ts'
import { getChanges } from '../get-changes.ts'
import { changeOrderTaxes } from '../tax/order-taxes.ts'

const shippedStatuses: readonly OrderStatus[] = ['shipped', 'delivered', 'completed', 'returned']

type OrderChangeAddresses = Pick<OrderChangeOf<'editDetails'>, 'shippingAddress' | 'billingAddress'>

const personalFields = ['customer', 'shippingAddress', 'billingAddress'] as const

const hasSameAddresses = (order: ChangeContext['order'], input: OrderChangeAddresses) =>
  isDeepStrictEqual(
    [input.shippingAddress ?? order.shippingAddress, input.billingAddress ?? order.billingAddress],
    [order.shippingAddress, order.billingAddress],
  )

const diffTags = (before: readonly string[], after: readonly string[]) => ({
  addedTags: after.filter(tag => !before.includes(tag)),
  removedTags: before.filter(tag => !after.includes(tag)),
})

/**
 * Returns the address that a new customer gets, with its name. The one of the order belongs to its present
 * customer: another person never gets it.
 */
function findBuyerAddress(
  { customer: current, shippingAddress }: ChangeContext['order'],
  customer: NonNullable<OrderChangeOf<'editDetails'>['customer']>,
  input: OrderChangeAddresses,
) {
  const address = input.shippingAddress ?? shippingAddress
  const isFirst = !current._id && !current.name
  return isFirst || isSameBuyer(current, customer) || !isDeepStrictEqual(address, shippingAddress)
    ? address
    : undefined
}

/**
 * Changes the given fields. A customer is selected or created as for a new order. The taxes follow the
 * customer and the addresses while the items of the order can change. Returns undefined if all fields
 * are as given.
 * @throws Problem 409 order_details_canceled, order_customer_erased, already_shipped or
 *   order_items_being_paid, or 422 order_customer_empty
 */
export async function editDetails(
  { tx, order, abilities = [] }: ChangeContext,
  { kind: _, customer, isNotified = true, ...input }: OrderChangeOf<'editDetails'>,
): Promise<AppliedChange | undefined> {
  const { shippingAddress, billingAddress, status } = order
  if (customer && hasSameAddresses(order, input))
    await correctCustomerEmail(tx, abilities, order, customer)
  const buyer =
    customer &&
    (await resolveOrderCustomer(tx, abilities, {
      customer,
      shippingAddress: findBuyerAddress(order, customer, input),
    }))
  const { _id: customerId, ...contact } = order.customer
  const currentBuyer = { id: customerId, ...contact }
  const changes = getChanges({ ...input, customer: buyer }, { ...order, customer: currentBuyer })
  const fields = Object.keys(changes)
  const personalField = personalFields.find(field => fields.includes(field))
  if (status === 'cancelled' && personalField)
    throw createFieldProblem(personalField, 'order_details_canceled', {}, 409)
  if (changes.customer) await prepareCustomerChange(tx, order, changes.customer)
  if (changes.shippingAddress && shippedStatuses.includes(status))
    throw createFieldProblem('shippingAddress', 'already_shipped', {}, 409)
  if (fields.length === 0) return undefined
  const { customer: newCustomer, ...columns } = changes
  const taxColumns = await changeOrderTaxes(tx, order, {
    shippingAddress,
    billingAddress,
    ...columns,
    buyer: newCustomer ?? currentBuyer,
  })
  return {
    // A change of details leaves the status as it is.
    status,
    columns: { ...columns, ...taxColumns },
    ...(newCustomer && { customer: newCustomer }),
    keepsParts: !('total' in taxColumns),
    event: {
      type: 'edited',
      data: { fields, ...(changes.tags && diffTags(order.tags, changes.tags)) },
    },
    // The note and the tags are internal.
    mails: isNotified && personalField ? [{ kind: 'changed' }] : [],
  }
}
