import { isDeepStrictEqual } from 'node:util'
import { isPackedOrShipped } from '#contract/order/open-units.ts'
import { findItemsObstacle } from '#contract/order/order-item.ts'
import type { OrderTotals } from '#contract/order/order-totals.ts'
import type { OrderTaxRates } from '#contract/store/tax.ts'
import { createInvalidProblem } from '../../lib/call/problem.ts'
import { type Tx, updateRow } from '../../lib/db/db.ts'
import { loadTaxRates } from '../../tax/rule/load-tax-rates.ts'
import type { OrderBuyer } from '../create/order-customer.ts'
import { toTotalColumns } from '../create/price-order.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { getChanges } from '../get-changes.ts'
import { assertNotBeingPaid } from '../items/order-locks.ts'
import type { LockedOrder } from '../order-store.ts'
import { resolveOrderTax } from './resolve-order-tax.ts'
import { retaxOrder } from './retax-order.ts'

type TaxBasis = Pick<LockedOrder, 'shippingAddress' | 'billingAddress'> & { buyer: OrderBuyer }

/**
 * Lets the taxes of an order follow another customer or address: writes its lines and returns its
 * columns, none if both have the same taxes today. Orders that shoppers placed, paid or received keep their total.
 * @throws Problem 409 order_items_being_paid, or 422 for a total that is too large
 */
export async function changeOrderTaxes(tx: Tx, order: LockedOrder, basis: TaxBasis) {
  if (keepsTotal(order) || isSameBasis(order, basis)) return {}
  const tax = await loadOrderTax(tx, order, basis)
  const { customer, shippingAddress, billingAddress } = order
  const buyer = { ...customer, id: customer._id }
  const currentTax = await loadOrderTax(tx, order, { shippingAddress, billingAddress, buyer })
  if (isDeepStrictEqual(tax, currentTax) || hasTax(order, tax)) return {}
  await assertNotBeingPaid(tx, order._id)
  const [home, discounts] = await Promise.all([
    loadTaxRates(tx, { variants: listVariants(order), country: '', region: '' }),
    tx<{ id: string; amount: number }[]>`
      select id, amount from order_discount where order_id = ${order._id} order by id`,
  ])
  const amounts = discounts.map(({ amount }) => amount)
  const retaxed = retaxOrder({ ...order, discounts: amounts }, tax, home)
  const { totals, enteredDiscount } = retaxed
  if (totals.errors.length > 0) throw createInvalidProblem(totals.errors)
  const newLines = retaxed.lines.map((line, i) => ({ ...line, ...pickTaxes(totals, i) }))
  await Promise.all([
    ...order.lines.map((line, i) =>
      updateRow(tx, 'order_line', line._id, getChanges(newLines[i] ?? {}, line)),
    ),
    ...discounts.map(({ id }, i) =>
      updateRow(tx, 'order_discount', id, { amount: retaxed.discounts[i] ?? 0 }),
    ),
    createOrderEvent(tx, order._id, 'taxes_changed', { amount: totals.total }),
  ])
  return {
    ...toTotalColumns(totals),
    enteredDiscount,
    taxExemption: tax.exemption,
  }
}

const keepsTotal = (order: LockedOrder): boolean =>
  order.source === 'storefront' ||
  order.source === 'import' ||
  isPackedOrShipped(order) ||
  order.paidTotal > 0 ||
  findItemsObstacle(order) !== undefined

/** Whether an order has the customer and the places that decide about its taxes. */
function isSameBasis({ customer, ...order }: LockedOrder, { buyer, ...addresses }: TaxBasis) {
  const getPlaces = ({ shippingAddress, billingAddress }: Omit<TaxBasis, 'buyer'>) =>
    [shippingAddress, billingAddress].map(({ country = '', region = '' }) => [country, region])
  return (
    customer._id === buyer.id &&
    customer.vatId === buyer.vatId &&
    String(getPlaces(order)) === String(getPlaces(addresses))
  )
}

/** The id of a line takes the place of a variant that was deleted. */
const listVariants = ({ lines }: LockedOrder) => lines.map(({ _id, variant }) => variant ?? _id)

/** Lines of deleted products keep their rate, unless the order has become exempt or no longer is. */
async function loadOrderTax(
  tx: Tx,
  order: LockedOrder,
  { buyer, ...addresses }: TaxBasis,
): Promise<OrderTaxRates> {
  const lines = listVariants(order).map(variant => ({ variant, quantity: 1 }))
  const { exemption, shipping, ...rates } = await resolveOrderTax(
    tx,
    { ...addresses, lines },
    buyer,
  )
  const keepsRates = exemption === '' && order.taxExemption === ''
  return {
    exemption,
    shipping,
    lines: order.lines.map(({ variant, taxRate }, i) =>
      keepsRates && variant === null ? taxRate : (rates.lines[i] ?? 0),
    ),
  }
}

const hasTax = (order: LockedOrder, { exemption, shipping, lines }: OrderTaxRates): boolean =>
  order.taxExemption === exemption &&
  order.shippingTaxRate === shipping &&
  order.lines.every(({ taxRate }, i) => taxRate === lines[i])

function pickTaxes({ lines }: OrderTotals, index: number) {
  const { discount = 0, taxRate = 0, tax = 0, total = 0 } = lines[index] ?? {}
  return { discount, taxRate, tax, total }
}
