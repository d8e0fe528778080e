import type { PaymentProviderCode } from '#contract/payment-account.ts'
import { Problem } from '../lib/call/problem.ts'
import { insertRow, type Tx } from '../lib/db/db.ts'
import {
  checkStock,
  lockVariants,
  returnStock,
  setStockReason,
  takeStock,
} from '../order/order-stock.ts'
import { takeDiscounts } from '../rule/load-discounts.ts'
import { returnDiscounts } from '../rule/return-discounts.ts'
import type { FrozenOrder } from './draft-sale.ts'
import { getPaymentTimes, type HeldCheckout } from './payment-session.ts'

declare module '../lib/db/table-fields.ts' {
  interface TableColumns {
    checkout: { cartHash: Buffer; frozen: unknown; contentHash: Buffer }
  }
}

type Payable = {
  frozen: FrozenOrder
  terms: { currency: string; taxIncluded: boolean; total: number }
  cartHash: Buffer
  contentHash: Buffer
  provider: PaymentProviderCode
  language: string
}

/** The checkout of a cart whose shopper is paying. */
type OpenCheckout = { sessionId: string; contentHash: Buffer }

/** Returns the checkout of a cart, if its shopper is paying. */
export async function findOpenCheckout(
  tx: Tx,
  cartHash: Buffer,
): Promise<OpenCheckout | undefined> {
  const [row] = await tx<OpenCheckout[]>`
    select s.id as session_id, c.content_hash
    from checkout c join payment_session s on s.business_id = c.business_id and s.checkout_id = c.id
    where c.cart_hash = ${cartHash} and c.state = 'open'`
  return row
}

/**
 * Takes the units and discounts of an order for as long as its shopper pays, and returns the id of the
 * payment.
 * @throws Problem 409 insufficient_stock or version_conflict, or 422 products_not_sold
 */
export async function holdCheckout(tx: Tx, payable: Payable): Promise<string> {
  const { frozen, terms, cartHash, contentHash, provider, language } = payable
  const { lines, customer } = frozen.input
  await takeDiscounts(tx, frozen.discounts, customer?.email ?? '')
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
    frozen: tx.json(toJson({ ...frozen, held: { ...terms, variants } })),
    contentHash,
  })
  return insertRow(tx, 'payment_session', {
    checkoutId,
    provider,
    amount: terms.total,
    currency: terms.currency,
    language,
    ...getPaymentTimes(),
  })
}

/** Leaves out undefined fields, which the driver does not accept. */
const toJson = (value: FrozenOrder) => JSON.parse(JSON.stringify(value))

/** Returns the units that a checkout has taken. */
async function returnUnits(tx: Tx, { frozen }: HeldCheckout): Promise<void> {
  const heldVariants = (frozen.held?.variants ?? []).filter(({ trackStock }) => trackStock)
  const heldIds = new Set<string>(heldVariants.map(({ variant }) => variant))
  const lines = frozen.input.lines.filter(({ variant }) => heldIds.has(variant))
  await lockVariants(
    tx,
    lines.map(({ variant }) => variant),
  )
  await setStockReason(tx, 'release')
  await returnStock(tx, lines)
}

/** Ends a checkout without an order: its units and discounts are returned. */
export async function releaseCheckout(tx: Tx, checkout: HeldCheckout): Promise<void> {
  await returnDiscounts(tx, checkout.frozen.discounts)
  await returnUnits(tx, checkout)
  await tx`update checkout set state = 'released' where id = ${checkout._id}`
}
