import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import { takeDiscounts } from '../discount/rule/load-discounts.ts'
import { returnDiscounts } from '../discount/rule/return-discounts.ts'
import { Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import { batch, runBatch } from '../lib/db/query-batch.ts'
import { lockVariants, returnStock, setStockReason, takeStock } from '../order/items/order-stock.ts'
import { getPaymentTimes } from './payment-session.ts'
import type { HeldContent, SaleDraft, StoredSale } from './sale.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    sale: { cartHash: Buffer; content: unknown; formHash: Buffer }
  }
}

type Hold = { cartHash: Buffer; formHash: Buffer; provider: PaymentProviderCode }
/** The payment of a cart whose sale is held. */
type HeldPayment = { paymentId: string; formHash: Buffer }

/** Returns the query that finds the payment of a cart, if its shopper is paying. */
export const getHeldPaymentBatch = (tx: Tx, cartHash: Buffer) =>
  batch(
    [
      tx<HeldPayment[]>`
        select p.id as payment_id, s.form_hash
        from sale s join payment_session p on p.store_id = s.store_id and p.sale_id = s.id
        where s.cart_hash = ${cartHash} and s.state = 'held'`,
    ],
    ([[row]]): HeldPayment | undefined => row,
  )

export const findHeldPayment = (tx: Tx, cartHash: Buffer) =>
  runBatch(getHeldPaymentBatch(tx, cartHash))

/**
 * Takes the units and discounts of a sale for as long as its shopper pays, and returns the id of the
 * payment.
 * @throws Problem 409 insufficient_stock or version_conflict, or 422 products_not_sold
 */
export async function holdSale(
  tx: Tx,
  { state: _, ...content }: SaleDraft,
  { cartHash, formHash, provider }: Hold,
): Promise<string> {
  const { input, totals, discounts, currency, columns } = content
  const { lines, customer } = input
  await takeDiscounts(tx, discounts, customer?.email ?? '')
  const variants = await lockVariants(
    tx,
    lines.map(({ variant }) => variant),
  )
  const ids = new Set(variants.map(({ variant }) => variant))
  if (!lines.every(({ variant }) => ids.has(variant))) throw new Problem(422, 'products_not_sold')
  await takeStock(tx, { lines, variants }, { reason: 'hold' })
  const saleId = await insertRow(tx, 'sale', {
    cartHash,
    content: tx.json(toJson({ ...content, held: { variants } })),
    formHash,
  })
  return insertRow(tx, 'payment_session', {
    saleId,
    provider,
    amount: totals.total,
    currency,
    language: columns.language,
    ...getPaymentTimes(),
  })
}

/** Leaves out undefined fields, which the driver does not accept. */
const toJson = (value: HeldContent) => JSON.parse(JSON.stringify(value))

/** Ends a held sale without an order: its units and discounts are returned. */
export async function releaseSale(tx: Tx, sale: StoredSale): Promise<void> {
  await returnDiscounts(tx, sale.discounts)
  await returnUnits(tx, sale)
  await tx`update sale set state = 'late' where id = ${sale._id}`
}

async function returnUnits(tx: Tx, { input, held }: StoredSale): Promise<void> {
  const heldIds = new Set(
    held.variants.filter(({ trackStock }) => trackStock).map(({ variant }) => variant),
  )
  const lines = input.lines.filter(({ variant }) => heldIds.has(variant))
  await lockVariants(
    tx,
    lines.map(({ variant }) => variant),
  )
  await setStockReason(tx, 'release')
  await returnStock(tx, lines)
}
