import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import { takeDiscounts } from '../discount/rule/load-discounts.ts'
import { returnDiscounts } from '../discount/rule/return-discounts.ts'
import { Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import {
  checkStock,
  lockVariants,
  returnStock,
  setStockReason,
  takeStock,
} from '../order/items/order-stock.ts'
import { getPaymentTimes } from './payment-session.ts'
import type { HeldContent, SaleDraft, StoredSale } from './sale.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    checkout: { cartHash: Buffer; frozen: unknown; contentHash: Buffer }
  }
}

type Hold = { cartHash: Buffer; contentHash: Buffer; provider: PaymentProviderCode }
/** The payment of a cart whose sale is held. */
type HeldPayment = { paymentId: string; contentHash: Buffer }

/** Returns the payment of a cart, if its shopper is paying. */
export async function findHeldPayment(tx: Tx, cartHash: Buffer): Promise<HeldPayment | undefined> {
  const [row] = await tx<HeldPayment[]>`
    select s.id as payment_id, c.content_hash
    from checkout c join payment_session s on s.store_id = c.store_id and s.checkout_id = c.id
    where c.cart_hash = ${cartHash} and c.state = 'open'`
  return row
}

/**
 * Takes the units and discounts of a sale for as long as its shopper pays, and returns the id of the
 * payment.
 * @throws Problem 409 insufficient_stock or version_conflict, or 422 products_not_sold
 */
export async function holdSale(
  tx: Tx,
  { state: _, ...content }: SaleDraft,
  { cartHash, contentHash, provider }: Hold,
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
  checkStock(lines, variants)
  await setStockReason(tx, 'hold')
  await takeStock(tx, lines, variants)
  const checkoutId = await insertRow(tx, 'checkout', {
    cartHash,
    frozen: tx.json(toJson({ ...content, held: { variants } })),
    contentHash,
  })
  return insertRow(tx, 'payment_session', {
    checkoutId,
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
  await tx`update checkout set state = 'released' where id = ${sale._id}`
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
