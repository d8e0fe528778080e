import type { Ability } from '#contract/lib/call/permission.ts'
import type { OrderInput } from '#contract/order/order-input.ts'
import type { OrderSource } from '#contract/order/order-state.ts'
import type { OrderTotals } from '#contract/order/order-totals.ts'
import type { AppliedDiscount } from '#contract/storefront/storefront-order.ts'
import { addOrderDiscounts } from '../../discount/rule/load-discounts.ts'
import { createFieldMessage } from '../../lib/call/error-message.ts'
import { assertFound, Problem } from '../../lib/call/problem.ts'
import { insertRow, insertRows, type Tx } from '../../lib/db/db.ts'
import type { TableFields } from '../../lib/db/table-fields.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { getFulfillmentStatus, getPaymentStatus } from '../fulfillment/order-status.ts'
import { lockVariants, type SoldVariant, takeStock } from '../items/order-stock.ts'
import type { ProviderPayment } from '../order-store.ts'
import { type OrderBuyer, resolveOrderCustomer } from './order-customer.ts'
import { toTotalColumns } from './price-order.ts'

type OrderSettings = { currency: string; taxIncluded: boolean; orderPrefix: string }
type PreparedOrder = {
  id: string
  settings: OrderSettings
  /** The variants of the lines. */
  variants: readonly SoldVariant[]
  customer: OrderBuyer
}
type PreparedInput = Pick<OrderInput, 'customer' | 'shippingAddress'> & {
  lines: readonly { variant: string }[]
}
type LockedVariants = readonly SoldVariant[]

/**
 * Locks the variants of a new order and finds its customer. `toSold` returns the variants that are sold.
 * @throws Problem 422 products_not_sold
 */
export async function prepareOrder(
  tx: Tx,
  abilities: readonly Ability[],
  input: PreparedInput,
  toSold = (variants: LockedVariants) => variants,
): Promise<PreparedOrder> {
  const [[row], variants, customer] = await Promise.all([
    tx<(OrderSettings & { newId: string })[]>`
      select new_id() as new_id, currency, tax_included, order_prefix
      from store where id = current_store()`,
    lockVariants(
      tx,
      input.lines.map(line => line.variant),
    ),
    resolveOrderCustomer(tx, abilities, input),
  ])
  const { newId: id, ...settings } = assertFound(row, 'store_not_found')
  return { id, settings, variants: findSoldVariants(input.lines, toSold(variants)), customer }
}

/**
 * Returns the variants of the lines.
 * @throws Problem 422 products_not_sold
 */
function findSoldVariants(
  lines: readonly { variant: string }[],
  variants: readonly SoldVariant[],
): SoldVariant[] {
  const variantsById = new Map(variants.map(variant => [variant.variant, variant]))
  const missing = lines.flatMap((line, i) =>
    variantsById.has(line.variant) ? [] : [createFieldMessage(`lines.${i}.variant`, 'not_sold')],
  )
  if (missing.length > 0) throw new Problem(422, 'products_not_sold', {}, { errors: missing })
  return lines.flatMap(({ variant }) => variantsById.get(variant) ?? [])
}

/** A line of a new order. The order stores the titles, images and costs of its variant. */
export type NewOrderLine = {
  variant: SoldVariant
  quantity: number
  unitPrice: number
  /** The discount that the seller has entered. Null for a line of the storefront. */
  enteredDiscount: number | null
}

export type NewOrder = {
  id: string
  orderPrefix: string
  status: 'draft' | 'pending'
  source: OrderSource
  customer: OrderBuyer
  lines: readonly NewOrderLine[]
  totals: OrderTotals
  discounts: readonly AppliedDiscount[]
  /** Whether its units are still in stock. */
  takesStock: boolean
  /** Whether the customer has the goods, or collects them. */
  isHandedOver: boolean
  /** Pays the total. */
  payment: ({ method: NonNullable<OrderInput['paidWith']> } & Partial<ProviderPayment>) | undefined
  /** The columns that are not derived from the other values. */
  columns: Omit<TableFields<'order'>, 'number'>
  /** Adds further records in the transaction of the order. */
  addRecords?: (id: string) => Promise<unknown>
}

/**
 * Takes the stock of a new order, stores the order and commits. Returns the result of the commit. The order
 * number is assigned in the last step, because every other new order of the store waits for it.
 * @throws Problem 409 insufficient_stock with the lines
 */
export async function writeOrder<R>(
  { tx, commit }: { tx: Tx; commit: () => Promise<R> },
  order: NewOrder,
): Promise<R> {
  if (order.takesStock) await takeOrderStock(tx, order)
  // All remaining statements and the commit are sent at once, because other new orders wait for the
  // number until the end of the transaction.
  const [, result] = await Promise.all([insertOrder(tx, order), commit()])
  return result
}

function takeOrderStock(tx: Tx, { id, lines }: NewOrder): Promise<void> {
  const units = lines.map(({ variant: { variant }, quantity }) => ({ variant, quantity }))
  const variants = [...new Set(lines.map(({ variant }) => variant))]
  return takeStock(tx, { lines: units, variants }, { reason: 'order', orderId: id })
}

/** Sends all statements at once. */
function insertOrder(tx: Tx, order: NewOrder) {
  const { id, status, source, customer, lines, totals, discounts, payment, addRecords } = order
  const { total } = totals
  const paidTotal = payment ? total : 0
  const lineRows = toOrderLineRows(order)
  const isDraft = status === 'draft'
  return Promise.all([
    insertRow(tx, 'order', {
      ...order.columns,
      _id: id,
      source,
      ...toCustomerColumns(customer),
      ...toTotalColumns(totals),
      itemCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      number: tx`${order.orderPrefix}::text || next_order_number()`,
      status,
      paidTotal,
      paymentStatus: getPaymentStatus({
        status,
        paymentStatus: 'unpaid',
        total,
        paidTotal,
        refundedTotal: 0,
        refundedOverpayment: 0,
        unsoldTotal: 0,
      }),
      fulfillmentStatus: getFulfillmentStatus(lineRows, []),
    }),
    insertRows(tx, 'order_line', lineRows),
    createOrderEvent(tx, id, isDraft ? 'draft_created' : 'created', { source, total }),
    addOrderDiscounts(tx, id, discounts),
    addRecords?.(id),
    ...(payment && paidTotal > 0
      ? [
          insertRow(tx, 'payment', {
            orderId: id,
            kind: 'payment',
            amount: paidTotal,
            reference: payment.providerPaymentId,
            ...payment,
          }),
          createOrderEvent(tx, id, 'payment_recorded', {
            amount: paidTotal,
            method: payment.method,
          }),
        ]
      : []),
  ])
}

/** Returns the columns of an order that hold its customer. */
export const toCustomerColumns = ({ id, name, email, phone, company, vatId }: OrderBuyer) => ({
  customerId: id,
  customerName: name,
  customerEmail: email,
  customerPhone: phone,
  customerCompany: company,
  customerVatId: vatId,
})

const toOrderLineRows = ({ id, status, lines, totals, isHandedOver }: NewOrder) =>
  lines.map(({ variant, quantity, unitPrice, enteredDiscount }, position) => {
    const { discount = 0, taxRate = 0, tax = 0, total = 0 } = totals.lines[position] ?? {}
    return {
      orderId: id,
      position,
      ...toVariantColumns(variant),
      discount,
      enteredDiscount,
      taxRate,
      tax,
      total,
      quantity,
      unitPrice,
      isStockDeducted: variant.trackStock && status !== 'draft',
      requiresShipping: variant.requiresShipping && !isHandedOver,
      fulfilledQuantity: 0,
    }
  })

/** Returns the columns of a line that keep the names of the product. */
export const toVariantColumns = ({ isDeleted, variant, product, ...sold }: SoldVariant) => ({
  productId: isDeleted ? null : product,
  variantId: isDeleted ? null : variant,
  title: sold.title,
  variantTitle: sold.variantTitle,
  sku: sold.sku,
  image: sold.image,
  cost: sold.cost,
  withdrawalException: sold.withdrawalException,
})
