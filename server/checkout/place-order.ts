import type { PlacedCheckout } from '#contract/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withTransaction } from '../lib/db/db.ts'
import { formatPhone } from '../rule/phone-number.ts'
import { hashCartToken } from '../storefront/cart-cookie.ts'
import type { StorefrontHost } from '../storefront/storefront-host.ts'
import { assertDeliveryAddress } from './delivery-address.ts'
import { createFrozenOrder, freezeOrder } from './freeze-order.ts'
import { loadCheckout } from './load-checkout.ts'

type CheckoutCart = { token: string; requestId: string; host: StorefrontHost }

/**
 * Places the order of a cart and returns its id, or undefined if the cart has nothing to buy. The
 * order takes the place of the cart in one transaction, so a form that is sent twice finds the order.
 * Runs as the role of the back office, because that of the storefront sees no orders or customers.
 * @throws Problem 409 version_conflict if the total differs from the one on the page, 409
 *   insufficient_stock, or 422 for a delivery or payment that is not offered
 */
export const placeOrder = (
  { db, config }: Pick<App, 'db' | 'config'>,
  { token, requestId, host }: CheckoutCart,
  fields: PlacedCheckout,
): Promise<string | undefined> =>
  withDeadline(config.callLimitMs, () =>
    withTransaction(db, { businessId: host.businessId, requestId }, async (tx, commitWith) => {
      const cartHash = hashCartToken(token)
      // The second of two equal forms waits here for the order of the first.
      const [cart] = await tx<{ id: string }[]>`
        select id from cart where token_hash = ${cartHash} for update`
      if (!cart) return findOrder(tx, cartHash)
      const checkout = await loadCheckout(tx, token, fields)
      if (!checkout) return undefined
      assertUnchanged(checkout, fields)
      await tx`delete from cart where id = ${cart.id}`
      const frozen = await freezeOrder(tx, { checkout, fields, host })
      return createFrozenOrder({ tx, commitWith }, frozen, {
        cartHash,
        businessId: host.businessId,
      })
    }),
  )

async function findOrder(tx: Tx, cartHash: Buffer): Promise<string | undefined> {
  const [order] = await tx<{ id: string }[]>`select id from "order" where cart_hash = ${cartHash}`
  return order?.id
}

function assertUnchanged(checkout: StorefrontCheckout, fields: PlacedCheckout) {
  assertDeliveryAddress(checkout, fields)
  if (fields.phone && !formatPhone(fields.phone, fields.country))
    throw createFieldProblem('phone', 'invalid_phone')
  if (checkout.delivery !== 'none' && checkout.shipping !== fields.shipping)
    throw createFieldProblem('shipping', 'required')
  if (checkout.payment !== fields.payment) throw createFieldProblem('payment', 'required')
  if (fields.code && checkout.discountProblem)
    throw createFieldProblem('code', 'discount_not_applied')
  if (checkout.total !== fields.total) throw new Problem(409, 'version_conflict')
}
