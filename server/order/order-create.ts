import type { Order } from '#contract/order.ts'
import type { OrderInput } from '#contract/order-input.ts'
import { calculateOrderTotals, type OrderTotals } from '#contract/order-totals.ts'
import { createFieldMessage } from '../lib/call/error-message.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { insertRow, insertRows, type Tx } from '../lib/db/db.ts'
import { type OrderBuyer, resolveOrderCustomer } from './order-customer.ts'
import { createOrderEvent } from './order-event.ts'
import { getFulfillmentStatus, getPaymentStatus } from './order-status.ts'
import {
  checkStock,
  lockVariants,
  type SoldVariant,
  setStockReason,
  takeStock,
} from './order-stock.ts'
import { getOrder } from './order-store.ts'

type StoreOrderSettings = {
  currency: string
  taxRate: number
  taxIncluded: boolean
  orderPrefix: string
}

/**
 * Takes an order by hand: stock, number, lines, payment and the customer's figures in the caller's one transaction.
 * Refuses with 409 `insufficient_stock` naming the lines. The number is taken last: everybody else waits for it.
 */
export async function createOrder(tx: Tx, input: OrderInput): Promise<Order> {
  const [[newIdRow], [settingsRow]] = await Promise.all([
    tx<{ id: string }[]>`select new_id() as id`,
    tx<
      StoreOrderSettings[]
    >`select currency, default_tax_rate as tax_rate, tax_included, order_prefix from business where id = current_business()`,
  ])
  const { id } = assertFound(newIdRow)
  const storeSettings = assertFound(settingsRow, 'store_not_found')
  const customer = await resolveOrderCustomer(tx, input.customer, input.shippingAddress)
  const [variants] = await Promise.all([
    lockVariants(
      tx,
      input.lines.map(line => line.variant),
    ),
    setStockReason(tx, 'order', id),
  ])
  const soldItems = toSoldLines(input, variants)
  checkStock(input.lines, variants)
  const totals = calculateOrderTotals({
    ...input,
    ...storeSettings,
    lines: soldItems.map(line => line.requested),
  })
  assertValidTotals(totals)

  await takeStock(tx, input.lines, variants)
  await insertOrder(tx, input, { id, storeSettings, customer, soldItems, totals })
  return getOrder(tx, id)
}

type NewOrder = {
  id: string
  storeSettings: StoreOrderSettings
  customer: OrderBuyer
  soldItems: SoldLine[]
  totals: OrderTotals
}

async function insertOrder(
  tx: Tx,
  input: OrderInput,
  { id, storeSettings, customer, soldItems, totals }: NewOrder,
): Promise<void> {
  const {
    shippingAddress = {},
    billingAddress = {},
    shippingMethod,
    note,
    customerNote,
    tags,
    source = 'manual',
    paid,
  } = input
  const { subtotal, discountTotal, shippingTotal, taxTotal, total } = totals
  const { currency, taxIncluded } = storeSettings
  const paidTotal = paid ? total : 0
  const lines = soldItems.map(
    ({ requested, variant: { title, variantTitle, sku, image, cost, ...variant } }, position) => {
      const { discount = 0, tax = 0, total: lineTotal = 0 } = totals.lines[position] ?? {}
      return {
        orderId: id,
        position,
        productId: variant.product,
        variantId: variant.variant,
        title,
        variantTitle,
        sku,
        image,
        cost,
        discount,
        tax,
        total: lineTotal,
        quantity: requested.quantity,
        unitPrice: requested.unitPrice,
        taxRate: storeSettings.taxRate,
        tookStock: variant.trackStock,
        requiresShipping: source !== 'pos',
        fulfilled: 0,
      }
    },
  )
  const number = `${storeSettings.orderPrefix}${await nextOrderNumber(tx)}`
  // All sent at once, the order's own row first, because others wait for the number until this is through.
  await Promise.all([
    insertRow(tx, 'order', {
      _id: id,
      number,
      shippingAddress,
      billingAddress,
      shippingMethod,
      note,
      customerNote,
      tags,
      source,
      currency,
      taxIncluded,
      customerId: customer.id,
      customerName: customer.name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      subtotal,
      discountTotal,
      shippingTotal,
      taxTotal,
      total,
      paidTotal,
      itemCount: soldItems.reduce((sum, { requested }) => sum + requested.quantity, 0),
      paymentStatus: getPaymentStatus({
        status: 'pending',
        paymentStatus: 'unpaid',
        total,
        paidTotal,
        refundedTotal: 0,
      }),
      fulfillmentStatus: getFulfillmentStatus(lines, []),
    }),
    insertRows(tx, 'order_line', lines),
    createOrderEvent(tx, id, 'created', { source, total }),
    ...(paid && paidTotal > 0
      ? [
          insertRow(tx, 'payment', {
            orderId: id,
            kind: 'payment',
            method: paid,
            amount: paidTotal,
          }),
          createOrderEvent(tx, id, 'payment_recorded', { amount: paidTotal, method: paid }),
        ]
      : []),
  ])
}

type SoldLine = {
  requested: { quantity: number; unitPrice: number; discount?: number | undefined }
  variant: SoldVariant
}

/** Each line with what it sells: an order keeps the names, pictures, prices and costs of this moment. */
function toSoldLines(input: OrderInput, variants: readonly SoldVariant[]): SoldLine[] {
  const variantsById = new Map(variants.map(v => [v.variant, v]))
  const missing = input.lines.flatMap((line, i) =>
    variantsById.has(line.variant) ? [] : [createFieldMessage(`lines.${i}.variant`, 'not_sold')],
  )
  if (missing.length > 0)
    throw new Problem(
      422,
      'products_not_sold',
      {},
      {
        errors: missing,
      },
    )
  return input.lines.flatMap(({ variant: id, ...line }) => {
    const variant = variantsById.get(id)
    return variant
      ? [{ requested: { ...line, unitPrice: line.unitPrice ?? variant.price }, variant }]
      : []
  })
}

function assertValidTotals({ errors: [first, ...others] }: OrderTotals): void {
  if (!first) return
  const { path: _, ...message } = first
  throw new Problem(422, message, { errors: [first, ...others] })
}

/** Without gaps and doubles: a transaction that fails gives its number back, and the next one waits until it is known. */
async function nextOrderNumber(tx: Tx): Promise<number> {
  const [counter] = await tx<{ lastNumber: number }[]>`
    insert into order_counter (business_id, last_number) values (current_business(), 1001)
    on conflict (business_id) do update set last_number = order_counter.last_number + 1 returning last_number`
  return assertFound(counter).lastNumber
}
