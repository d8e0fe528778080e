import type { Order, OrderInput } from '#contract/order.ts'
import { type OrderTotals, orderTotals } from '#contract/order-totals.ts'
import { found, Problem, refuseField } from '../lib/call/problem.ts'
import { insert, insertAll, type Tx } from '../lib/db/db.ts'
import { type Buyer, buyerFor } from './order-customer.ts'
import { addEvent } from './order-event.ts'
import { fulfillmentStatusOf, paymentStatusOf } from './order-status.ts'
import { checkStock, holdVariants, type SoldVariant, takeStock, tellLedger } from './order-stock.ts'
import { getOrder } from './order-store.ts'

type Terms = { currency: string; taxRate: number; taxIncluded: boolean; orderPrefix: string }

/**
 * Takes an order by hand: stock, number, lines, payment and the customer's figures in the caller's one transaction.
 * Refuses with 409 `insufficient_stock` naming the lines. The number is taken last: everybody else waits for it.
 */
export async function placeOrder(tx: Tx, input: OrderInput): Promise<Order> {
  const [[fresh], [row]] = await Promise.all([
    tx<{ id: string }[]>`select new_id() as id`,
    tx<
      Terms[]
    >`select currency, default_tax_rate as tax_rate, tax_included, order_prefix from business where id = current_business()`,
  ])
  const { id } = found(fresh)
  const terms = found(row, 'This store')
  const buyer = await buyerFor(tx, input.customer, input.shippingAddress)
  const [variants] = await Promise.all([
    holdVariants(
      tx,
      input.lines.map(line => line.variant),
    ),
    tellLedger(tx, 'order', id),
  ])
  const sold = soldLines(input, variants)
  checkStock(input.lines, variants)
  const totals = orderTotals({ ...input, ...terms, lines: sold.map(line => line.asked) })
  refuseFaults(totals)

  await takeStock(tx, input.lines, variants)
  await writeOrder(tx, input, { id, terms, buyer, sold, totals })
  return getOrder(tx, id)
}

type Made = { id: string; terms: Terms; buyer: Buyer; sold: SoldLine[]; totals: OrderTotals }

async function writeOrder(
  tx: Tx,
  input: OrderInput,
  { id, terms, buyer, sold, totals }: Made,
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
  const { currency, taxIncluded } = terms
  const paidTotal = paid ? total : 0
  const lines = sold.map(
    ({ asked, variant: { title, variantTitle, sku, image, cost, ...variant } }, position) => {
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
        quantity: asked.quantity,
        unitPrice: asked.unitPrice,
        taxRate: terms.taxRate,
        tookStock: variant.trackStock,
        requiresShipping: source !== 'pos',
        fulfilled: 0,
      }
    },
  )
  const number = `${terms.orderPrefix}${await takeNumber(tx)}`
  // All sent at once, the order's own row first, because others wait for the number until this is through.
  await Promise.all([
    insert(tx, 'order', {
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
      customerId: buyer.id,
      customerName: buyer.name,
      customerEmail: buyer.email,
      customerPhone: buyer.phone,
      subtotal,
      discountTotal,
      shippingTotal,
      taxTotal,
      total,
      paidTotal,
      itemCount: sold.reduce((all, { asked }) => all + asked.quantity, 0),
      paymentStatus: paymentStatusOf({
        status: 'pending',
        paymentStatus: 'unpaid',
        total,
        paidTotal,
        refundedTotal: 0,
      }),
      fulfillmentStatus: fulfillmentStatusOf(lines, []),
    }),
    insertAll(tx, 'order_line', lines),
    addEvent(tx, id, 'created', { source, total }),
    ...(paid && paidTotal > 0
      ? [
          insert(tx, 'payment', { orderId: id, kind: 'payment', method: paid, amount: paidTotal }),
          addEvent(tx, id, 'payment_recorded', { amount: paidTotal, method: paid }),
        ]
      : []),
  ])
}

type SoldLine = {
  asked: { quantity: number; unitPrice: number; discount?: number | undefined }
  variant: SoldVariant
}

/** Each line with what it sells: an order keeps the names, pictures, prices and costs of this moment. */
function soldLines(input: OrderInput, variants: readonly SoldVariant[]): SoldLine[] {
  const known = new Map(variants.map(v => [v.variant, v]))
  const missing = input.lines.flatMap((line, i) =>
    known.has(line.variant)
      ? []
      : [{ path: `lines.${i}.variant`, code: 'unknown', message: 'This is no longer sold' }],
  )
  if (missing.length > 0)
    throw new Problem(422, 'unknown', 'Something in this order is no longer sold', {
      errors: missing,
    })
  return input.lines.flatMap(({ variant: id, ...line }) => {
    const variant = known.get(id)
    return variant
      ? [{ asked: { ...line, unitPrice: line.unitPrice ?? variant.price }, variant }]
      : []
  })
}

function refuseFaults({ faults: [first, ...others] }: OrderTotals): void {
  if (!first) return
  if (others.length === 0) throw refuseField(first.path, first.code, first.message)
  throw new Problem(422, first.code, first.message, { errors: [first, ...others] })
}

/** Without gaps and doubles: a transaction that fails gives its number back, and the next one waits until it is known. */
async function takeNumber(tx: Tx): Promise<number> {
  const [counter] = await tx<{ lastNumber: number }[]>`
    insert into order_counter (business_id, last_number) values (current_business(), 1001)
    on conflict (business_id) do update set last_number = order_counter.last_number + 1 returning last_number`
  return found(counter).lastNumber
}
