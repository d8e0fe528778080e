import { createHash } from 'node:crypto'
import type { PlacedCheckout } from '#contract/storefront/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { createInvalidProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type CommitWith, type Tx, withTransaction } from '../lib/db/db.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { assertChargeable } from '../payment-provider/load-provider.ts'
import { cancelPayment, runAsReleased } from '../sale/cancel-payment.ts'
import { createSaleOrder } from '../sale/create-sale-order.ts'
import { draftSale, type StartedSale } from '../sale/draft-sale.ts'
import { findHeldPayment, holdSale } from '../sale/hold-sale.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { listEntryErrors } from './check-entries.ts'
import { type CheckoutCart, loadCheckout } from './load-checkout.ts'

type SubmittedCart = CheckoutCart & { requestId: string; host: StorefrontHost }
/** The order of a cart, or the payment that its shopper has to make first. */
type Placement = { kind: 'order' | 'payment'; id: string }
type Attempt = Placement | { kind: 'earlierPayment'; id: string } | undefined

/**
 * Places the order of a cart, or takes its units while the shopper pays on the page of a provider.
 * Returns undefined if the cart has nothing to buy. The order replaces the cart in one transaction,
 * so a form that is sent twice finds the order. Runs as the role of the back office, because that
 * of the storefront sees no orders or customers.
 * @throws Problem 409 version_conflict if the total differs from the one on the page or the store does
 *   not take the order, 409 insufficient_stock, or 422 for an incomplete form or a delivery or payment
 *   that is not offered
 */
export async function placeOrder(
  app: App,
  cart: SubmittedCart,
  fields: PlacedCheckout,
): Promise<Placement | undefined> {
  const attempt = await tryPlaceOrder(app, cart, fields)
  if (attempt?.kind !== 'earlierPayment') return attempt
  // The shopper has changed the order. Its earlier payment must no longer be possible, unless the store
  // rejects the new form.
  const earlierPayment = { storeId: cart.host.storeId, id: attempt.id }
  await runAsReleased(app, earlierPayment, tx => draftCart(app, tx, { cart, fields }))
  await cancelPayment(app, earlierPayment)
  const placement = await tryPlaceOrder(app, cart, fields)
  if (placement?.kind === 'earlierPayment') throw new Problem(409, 'version_conflict')
  return placement
}

function tryPlaceOrder(
  app: Pick<App, 'db' | 'config'>,
  cart: SubmittedCart,
  fields: PlacedCheckout,
): Promise<Attempt> {
  const { requestId, host, token } = cart
  return withDeadline(app.config.callLimitMs, () =>
    withTransaction(app.db, { storeId: host.storeId, requestId }, async (tx, commitWith) => {
      const cartHash = hashToken(token)
      // The second of two equal forms waits here for the first.
      const [row] = await tx<{ id: string }[]>`
        select id from cart where token_hash = ${cartHash} for update`
      if (!row) return findOrder(tx, cartHash)
      const [formHash, heldPayment] = await Promise.all([
        hashForm(tx, row.id, fields),
        findHeldPayment(tx, cartHash),
      ])
      if (heldPayment) {
        const isEqual = heldPayment.formHash.equals(formHash)
        return { kind: isEqual ? 'payment' : 'earlierPayment', id: heldPayment.paymentId }
      }
      return sellCart(app, { tx, commitWith }, { cart, fields, cartHash, formHash })
    }),
  )
}

type SubmittedForm = { cart: SubmittedCart; fields: PlacedCheckout }
type CartSale = SubmittedForm & { cartHash: Buffer; formHash: Buffer }

/** Holds the sale of a cart for its online payment, or creates its order. */
async function sellCart(
  app: Pick<App, 'config'>,
  { tx, commitWith }: { tx: Tx; commitWith: CommitWith },
  { cart, fields, cartHash, formHash }: CartSale,
): Promise<Placement | undefined> {
  const sale = await draftCart(app, tx, { cart, fields })
  if (!sale) return undefined
  const { draft, provider } = sale
  if (provider)
    return { kind: 'payment', id: await holdSale(tx, draft, { cartHash, formHash, provider }) }
  const id = await createSaleOrder({ tx, commitWith }, draft, {
    storeId: cart.host.storeId,
    cartHash,
    addRecords: () => tx`delete from cart where token_hash = ${cartHash}`,
  })
  return { kind: 'order', id }
}

/** Returns the sale of a cart, or undefined if it has nothing to buy. */
async function draftCart(
  app: Pick<App, 'config'>,
  tx: Tx,
  { cart, fields }: SubmittedForm,
): Promise<StartedSale | undefined> {
  const { host, shopper } = cart
  const checkout = await loadCheckout(tx, cart, fields)
  if (!checkout) return undefined
  assertUnchanged(checkout, fields)
  const sale = await draftSale(tx, {
    checkout,
    fields,
    language: host.language,
    isSignedIn: shopper?.email === fields.email,
  })
  const { totals, currency } = sale.draft
  if (sale.provider) assertChargeable(app, sale.provider, { amount: totals.total, currency })
  return sale
}

/** Two forms with the same hash place the same order. */
async function hashForm(tx: Tx, cartId: string, fields: PlacedCheckout): Promise<Buffer> {
  const lines = await tx`
    select variant_id, quantity from cart_line where cart_id = ${cartId} order by variant_id`
  return createHash('sha256')
    .update(JSON.stringify([fields, [...lines]]))
    .digest()
}

async function findOrder(tx: Tx, cartHash: Buffer): Promise<Placement | undefined> {
  const [order] = await tx<{ id: string }[]>`select id from "order" where cart_hash = ${cartHash}`
  return order && { kind: 'order', id: order.id }
}

function assertUnchanged(checkout: StorefrontCheckout, fields: PlacedCheckout) {
  const errors = listEntryErrors(checkout, fields)
  if (errors.length > 0) throw createInvalidProblem(errors)
  // The page says so, and has no button.
  if (checkout.needsSignIn || checkout.missingAmount > 0) throw new Problem(409, 'version_conflict')
  const hasSameLines = (fields.fingerprint ?? checkout.fingerprint) === checkout.fingerprint
  if (checkout.total !== fields.total || !hasSameLines) throw new Problem(409, 'version_conflict')
}
