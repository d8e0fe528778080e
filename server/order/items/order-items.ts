import { countFixedUnits, countHandledUnits, isPriceFixed } from '#contract/order/open-units.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { findItemsObstacle } from '#contract/order/order-item.ts'
import { getPaidShipping } from '#contract/order/order-totals.ts'
import { addOrderDiscounts, lockDiscounts } from '../../discount/rule/load-discounts.ts'
import { Problem } from '../../lib/call/problem.ts'
import { bulkUpdate } from '../../lib/db/bulk-write.ts'
import { insertRows, type Tx } from '../../lib/db/db.ts'
import type { AppliedChange, ChangeContext } from '../change/applied-change.ts'
import {
  returnOrderDiscounts,
  takeOrderDiscounts,
  usesDiscounts,
} from '../create/order-discounts.ts'
import { priceOrder, toDiscountedLines, toTotalColumns } from '../create/price-order.ts'
import { toVariantColumns } from '../create/write-order.ts'
import { getChanges } from '../get-changes.ts'
import type { LockedOrder, OrderLineRecord } from '../order-store.ts'
import { resolveOrderTax } from '../tax/resolve-order-tax.ts'
import { adjustRefunds, loadRefunds, type StoredRefund } from './adjust-refunds.ts'
import { type EditedLine, matchLines, type PricedItem, priceItems } from './edited-lines.ts'
import { assertNotBeingPaid, lockOrderDiscounts } from './order-locks.ts'
import {
  changeStock,
  checkStock,
  lockVariants,
  type SoldVariant,
  setStockReason,
} from './order-stock.ts'

/**
 * Replaces the lines, shipping and discounts of an order by the rules for a new one, also while a part of it is
 * packed, shipped or refunded. Lines that stay keep the titles and costs of the time when they were added.
 * @throws Problem 409 if the items of the order cannot change, insufficient_stock, or like `assertFixedUnitsStay`
 *   and `adjustRefunds`, or 422 products_not_sold or discount_not_applied
 */
export async function editItems(
  { tx, order }: ChangeContext,
  { isNotified = true, ...input }: OrderChangeOf<'editItems'>,
  { isEmailVerified = true } = {},
): Promise<AppliedChange> {
  const { _id: id } = order
  await assertItemsChangeable(tx, order)
  await (usesDiscounts(input)
    ? lockDiscounts(tx, input.discountCode ?? '', id)
    : lockOrderDiscounts(tx, [id]))
  await returnOrderDiscounts(tx, id)
  const variants = await lockVariants(
    tx,
    [...order.lines, ...input.lines].map(({ variant }) => variant ?? null),
  )
  const lines = matchLines(order, input.lines, variants)
  const refunds = await loadRefunds(tx, id)
  assertFixedUnitsStay(order, refunds, lines)
  const { _id: customerId, ...contact } = order.customer
  const tax = await resolveOrderTax(tx, { ...order, lines }, { id: customerId, ...contact })
  const { items, taxRates } = priceItems(order, lines, tax)
  await changeOrderStock(tx, order, { lines, variants })
  const discounts = await takeOrderDiscounts(tx, input, {
    lines: toDiscountedLines(items),
    customer: { id: customerId, email: contact.email },
    isEmailVerified,
  })
  const { lines: lineTotals, ...totals } = priceOrder({
    input,
    lines: items,
    tax: taxRates,
    discounts,
    taxIncluded: order.taxIncluded,
  })
  await adjustRefunds(tx, order, refunds, {
    ...totals,
    paidShipping: getPaidShipping({ ...totals, taxIncluded: order.taxIncluded }),
    lines: lineTotals.map((line, i) => ({ id: items[i]?.current?._id, ...line })),
  })
  const rows = items.map((item, position) => ({ ...item, ...lineTotals[position], position }))
  await Promise.all([...writeLines(tx, order, rows), addOrderDiscounts(tx, id, discounts.applied)])
  return {
    columns: {
      ...toTotalColumns(totals),
      enteredDiscount: input.discountTotal ?? 0,
      automaticDiscounts: input.automaticDiscounts ?? false,
      shippingMethod: input.shippingMethod ?? '',
      taxExemption: tax.exemption,
      itemCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
    },
    event: { type: 'items_changed', data: { amount: totals.total } },
    mails: isNotified ? [{ kind: 'changed' }] : [],
  }
}

async function assertItemsChangeable(tx: Tx, order: LockedOrder): Promise<void> {
  const obstacle = findItemsObstacle(order)
  if (obstacle === 'order_items_closed')
    throw new Problem(409, obstacle, { orderStatus: order.status })
  if (obstacle) throw new Problem(409, obstacle)
  await assertNotBeingPaid(tx, order._id)
}

/**
 * @throws Problem 409 order_items_shipped or order_items_refunded if the edit removes fixed units,
 *   order_items_replacement if it changes the quantity of a line that replaces units of another order, or
 *   order_price_refunded if it changes the price of returned, removed or refunded units
 */
function assertFixedUnitsStay(
  order: LockedOrder,
  refunds: readonly StoredRefund[],
  lines: readonly EditedLine[],
): void {
  const { fulfillments } = order
  const refundedUnits = refunds.flatMap(refund => refund.lines)
  for (const line of order.lines) {
    const { title, unitPrice } = line
    const edited = lines.find(({ current }) => current?._id === line._id)
    const quantity = edited?.quantity ?? 0
    const handled = countHandledUnits(line, fulfillments)
    if (quantity < handled) throw new Problem(409, 'order_items_shipped', { title, count: handled })
    const count = countFixedUnits(line, { fulfillments, refundedUnits })
    if (quantity < count) throw new Problem(409, 'order_items_refunded', { title, count })
    // The original order counts the units of this line as replaced.
    if (line.replacesLine !== null && quantity !== line.quantity)
      throw new Problem(409, 'order_items_replacement', { title })
    const newPrice = edited?.enteredPrice ?? unitPrice
    if (newPrice !== unitPrice && isPriceFixed(line, refundedUnits))
      throw new Problem(409, 'order_price_refunded', { title })
  }
}

/**
 * Takes the units that are added and returns those that are removed. Drafts have no units.
 * @throws Problem 409 insufficient_stock
 */
async function changeOrderStock(
  tx: Tx,
  order: LockedOrder,
  { lines, variants }: { lines: readonly EditedLine[]; variants: readonly SoldVariant[] },
): Promise<void> {
  const changes = variants
    .map(sold => {
      const before = countUnits(order.lines, sold.variant)
      return { sold, before, quantity: countUnits(lines, sold.variant) - before }
    })
    .filter(({ quantity }) => quantity !== 0)
  const grown = changes.filter(({ quantity }) => quantity > 0)
  checkStock(
    lines.map(({ variant, quantity, isStockDeducted }) => ({
      variant: isStockDeducted ? variant : null,
      quantity,
    })),
    grown.map(({ sold, before }) => ({ ...sold, stock: sold.stock + before })),
  )
  await setStockReason(tx, 'edit', order._id)
  await changeStock(
    tx,
    changes.map(({ sold: { variant }, quantity }) => ({ variant, quantity })),
  )
}

type StockedLine = { variant: string | null; quantity: number; isStockDeducted: boolean }

const countUnits = (lines: readonly StockedLine[], counted: string) =>
  lines
    .filter(({ variant, isStockDeducted }) => isStockDeducted && variant === counted)
    .reduce((sum, { quantity }) => sum + quantity, 0)

type ItemRow = PricedItem & {
  position: number
  discount?: number | undefined
  taxRate?: number
  tax?: number
  total?: number
}

/** Sends all statements at once. Lines that stay equal are not written. */
function writeLines(tx: Tx, order: LockedOrder, rows: readonly ItemRow[]): Promise<unknown>[] {
  const keptIds = new Set(rows.map(({ current }) => current?._id))
  const removedIds = order.lines.map(({ _id }) => _id).filter(_id => !keptIds.has(_id))
  const newRows = rows.filter(({ current }) => !current)
  const toChangedLine = (row: ItemRow) => {
    const { current } = row
    if (!current) return []
    const previous = { ...current, position: order.lines.indexOf(current) }
    const columns = toLineColumns(row)
    const isChanged = Object.keys(getChanges(columns, previous)).length > 0
    return isChanged ? [{ _id: current._id, ...columns }] : []
  }
  return [
    ...(removedIds.length > 0
      ? [tx`delete from order_line where id = any (${removedIds}::uuid[])`.execute()]
      : []),
    bulkUpdate(tx, 'order_line', rows.flatMap(toChangedLine)),
    insertRows(
      tx,
      'order_line',
      newRows.map(row => ({
        ...toLineColumns(row),
        ...(row.sold && toVariantColumns(row.sold)),
        title: row.sold?.title ?? '',
        orderId: order._id,
        requiresShipping: row.requiresShipping,
      })),
    ),
  ]
}

type LineColumns = Pick<
  OrderLineRecord,
  | 'quantity'
  | 'unitPrice'
  | 'enteredDiscount'
  | 'isStockDeducted'
  | 'discount'
  | 'taxRate'
  | 'tax'
  | 'total'
> & { position: number }

const toLineColumns = ({
  quantity,
  unitPrice,
  enteredDiscount,
  isStockDeducted,
  position,
  discount = 0,
  taxRate = 0,
  tax = 0,
  total = 0,
}: ItemRow): LineColumns => ({
  position,
  quantity,
  unitPrice,
  enteredDiscount,
  isStockDeducted,
  discount,
  taxRate,
  tax,
  total,
})
