import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { maxCartLines } from '#contract/storefront/storefront-cart.ts'
import {
  getMaxEditedQuantity,
  type OrderEditFields,
} from '#contract/storefront/storefront-order-edit.ts'
import { createFieldMessage } from '../../lib/call/error-message.ts'
import { createFieldProblem, createInvalidProblem, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { LockedOrder, OrderLineRecord } from '../order-store.ts'

export type ShopperItems = Pick<OrderEditFields, 'lines' | 'added'>
type ItemsChange = OrderChangeOf<'editItems'>
type OfferedVariant = { id: string; product: string; price: number; isSold: boolean }
/** A line of the change, with the variant and the price that decide about the shipping. */
export type ShopperItem = ItemsChange['lines'][number] & {
  /** The field of the form that it comes from. */
  field: string
  sold: { variant: string; unitPrice: number } | null
}

/**
 * Returns the lines of an order as its shopper wants them. Lines that stay keep their price and the
 * discount that staff entered. Other variants have the price of today.
 * @throws Problem 422 if a product is not sold, of another product or not in the order, or if there is no unit or
 *   there are too many
 */
export async function listShopperItems(
  tx: Tx,
  order: LockedOrder,
  { lines, added }: ShopperItems,
): Promise<ShopperItem[]> {
  const ids = [...order.lines, ...lines, ...added].flatMap(({ variant }) => variant ?? [])
  const variants = await tx<OfferedVariant[]>`
    select v.id, v.product_id as product, v.price, p.status = 'active' as is_sold
    from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
    where v.id = any (${ids}::uuid[])`
  const findSold = (id: string | null | undefined) =>
    variants.find(variant => variant.id === id && variant.isSold)
  const unknown = lines.find(({ line }) => order.lines.every(({ _id }) => _id !== line))
  if (unknown) throw createFieldProblem(`quantity-${unknown.line}`, 'not_found')
  const items = [
    ...order.lines.flatMap(current => {
      const edited = lines.find(({ line }) => line === current._id)
      return edited ? [toItem(current, edited, findSold)] : []
    }),
    ...added.map(({ variant, quantity }) => {
      const sold = findSold(variant)
      if (!sold) throw createNotSoldProblem(`add-${variant}`)
      return toNewItem(sold, quantity, `add-${variant}`)
    }),
  ]
  if (items.length === 0) throw createFieldProblem('lines', 'required')
  if (items.length > maxCartLines)
    throw createInvalidProblem([
      createFieldMessage('lines', 'too_many_entries', { count: maxCartLines }),
    ])
  return items
}

/** Whether the items are those of the order. */
export const hasEqualItems = (order: LockedOrder, items: readonly ShopperItem[]): boolean =>
  items.length === order.lines.length &&
  items.every(
    ({ line, quantity }, i) =>
      line !== undefined && line === order.lines[i]?._id && quantity === order.lines[i].quantity,
  )

function toItem(
  current: OrderLineRecord,
  { variant = current.variant ?? undefined, quantity }: ShopperItems['lines'][number],
  findSold: (id: string | null | undefined) => OfferedVariant | undefined,
): ShopperItem {
  const { _id: line, unitPrice, enteredDiscount } = current
  const field = `quantity-${line}`
  const sold = findSold(variant)
  if (quantity > getMaxEditedQuantity(current))
    throw createFieldProblem(field, 'not_a_whole_number')
  if (variant !== (current.variant ?? undefined)) {
    if (sold?.product !== current.product || !sold) throw createNotSoldProblem(`variant-${line}`)
    return toNewItem(sold, quantity, field)
  }
  if (quantity > current.quantity && !sold) throw createNotSoldProblem(field)
  return {
    line,
    quantity,
    unitPrice,
    discount: enteredDiscount ?? 0,
    field,
    sold: current.variant === null ? null : { variant: current.variant, unitPrice },
  }
}

const toNewItem = (
  { id: variant, price }: OfferedVariant,
  quantity: number,
  field: string,
): ShopperItem => ({ variant, quantity, field, sold: { variant, unitPrice: price } })

const createNotSoldProblem = (field: string) => createFieldProblem(field, 'not_sold')

type StoredDiscount = { code: string; amount: number; isForCustomers: boolean }

/** Returns the discounts of an order that an edit keeps. */
export async function loadKeptDiscounts(tx: Tx, order: LockedOrder) {
  const discounts = await tx<StoredDiscount[]>`
    select o.code, o.amount,
      coalesce(o.code = '' and d.customer_tags <> '{}', false) as is_for_customers
    from order_discount o
    left join discount d on d.store_id = o.store_id and d.id = o.discount_id
    where o.order_id = ${order._id} order by o.id`
  const entered = order.enteredDiscount ?? 0
  const byLine = sum(order.lines.map(line => line.enteredDiscount ?? 0))
  const byStore = order.discountTotal - entered - byLine
  return {
    discountTotal: entered,
    discountCode: discounts.find(({ code }) => code !== '')?.code,
    automaticDiscounts:
      order.automaticDiscounts ||
      order.enteredDiscount === null ||
      discounts.some(({ code }) => code === ''),
    /** The part of the shipping price that the discounts pay. */
    freeShipping: Math.max(sum(discounts.map(({ amount }) => amount)) - byStore, 0),
    /** The shopper was signed in, because the order has a discount for certain customers. */
    isEmailVerified: discounts.some(({ isForCustomers }) => isForCustomers),
  }
}

/**
 * An edit must not go below the smallest order of the store.
 * @throws Problem 409 order_below_minimum
 */
export async function assertMinimum(
  tx: Tx,
  order: LockedOrder,
  items: readonly ShopperItem[],
): Promise<void> {
  const [row] = await tx<{ minimum: number }[]>`
    select coalesce((sections #>> '{checkout,minOrder}')::bigint, 0)::float8 as minimum from cms`
  const subtotal = sum(
    items.map(({ quantity, sold, unitPrice = 0 }) => quantity * (sold?.unitPrice ?? unitPrice)),
  )
  if (subtotal < Math.min(row?.minimum ?? 0, order.subtotal))
    throw new Problem(409, 'order_below_minimum')
}
