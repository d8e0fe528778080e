import { createHash } from 'node:crypto'
import type { PlacedCheckout } from '#contract/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { assertFound, createInvalidProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'
import { assertChargeable, findProviderOfMethod } from '../payment-provider/load-provider.ts'
import { endPayment } from '../sale/cancel-payment.ts'
import { createFrozenOrder, freezeOrder } from '../sale/draft-sale.ts'
import { findOpenCheckout, holdCheckout } from '../sale/hold-sale.ts'
import { hashCartToken } from '../storefront/cart-cookie.ts'
import type { StorefrontHost } from '../storefront/storefront-host.ts'
import { listEntryErrors } from './check-entries.ts'
import { type CheckoutCart, loadCheckout } from './load-checkout.ts'

type PlacedCart = CheckoutCart & { requestId: string; host: StorefrontHost }
/** The order of a cart, or the payment that its shopper has to make first. */
type Placed = { kind: 'order' | 'payment'; id: string }
type Placing = Placed | { kind: 'earlierPayment'; id: string } | undefined

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
  cart: PlacedCart,
  fields: PlacedCheckout,
): Promise<Placed | undefined> {
  const placing = await placeOnce(app, cart, fields)
  if (placing?.kind !== 'earlierPayment') return placing
  // The shopper has changed the order. Its earlier payment must no longer be possible.
  await endPayment(app, { businessId: cart.host.businessId, id: placing.id })
  const placed = await placeOnce(app, cart, fields)
  if (placed?.kind === 'earlierPayment') throw new Problem(409, 'version_conflict')
  return placed
}

const placeOnce = (
  { db, config }: Pick<App, 'db' | 'config'>,
  { token, shopper, requestId, host }: PlacedCart,
  fields: PlacedCheckout,
): Promise<Placing> =>
  withDeadline(config.callLimitMs, () =>
    withTransaction(db, { businessId: host.businessId, requestId }, async (tx, commitWith) => {
      const cartHash = hashCartToken(token)
      // The second of two equal forms waits here for the first.
      const [cart] = await tx<{ id: string }[]>`
        select id from cart where token_hash = ${cartHash} for update`
      if (!cart) return findOrder(tx, cartHash)
      const [contentHash, openCheckout] = await Promise.all([
        hashContent(tx, cart.id, fields),
        findOpenCheckout(tx, cartHash),
      ])
      if (openCheckout) {
        const isEqual = openCheckout.contentHash.equals(contentHash)
        return { kind: isEqual ? 'payment' : 'earlierPayment', id: openCheckout.sessionId }
      }
      const checkout = await loadCheckout(tx, { token, shopper }, fields)
      if (!checkout) return undefined
      assertUnchanged(checkout, fields)
      const [frozen, provider] = await Promise.all([
        freezeOrder(tx, { checkout, fields, host, shopper }),
        checkout.total > 0 ? findProviderOfMethod(tx, fields.payment) : undefined,
      ])
      if (provider) {
        const terms = await loadTerms(tx, checkout)
        assertChargeable({ config }, provider, { amount: terms.total, currency: terms.currency })
        const { language } = host
        const held = { frozen, terms, cartHash, contentHash, provider, language }
        return { kind: 'payment', id: await holdCheckout(tx, held) }
      }
      const id = await createFrozenOrder({ tx, commitWith }, frozen, {
        cartHash,
        businessId: host.businessId,
        addRecords: () => tx`delete from cart where id = ${cart.id}`,
      })
      return { kind: 'order', id }
    }),
  )

/** Two forms with the same hash place the same order. */
async function hashContent(tx: Tx, cartId: string, fields: PlacedCheckout): Promise<Buffer> {
  const lines = await tx`
    select variant_id, quantity from cart_line where cart_id = ${cartId} order by variant_id`
  return createHash('sha256')
    .update(JSON.stringify([fields, [...lines]]))
    .digest()
}

async function loadTerms(tx: Tx, { total, taxIncluded }: StorefrontCheckout) {
  const [row] = await tx<{ currency: string }[]>`
    select currency from business where id = current_business()`
  return { currency: assertFound(row, 'store_not_found').currency, taxIncluded, total }
}

async function findOrder(tx: Tx, cartHash: Buffer): Promise<Placed | undefined> {
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
