import type { PlacedCheckout } from '#contract/storefront-checkout.ts'
import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type CommitWith, type Tx, withTransaction } from '../lib/db/db.ts'
import { enqueueJob } from '../lib/job/jobs.ts'
import { createOrder } from '../order/order-create.ts'
import { hashCartToken } from '../storefront/cart-cookie.ts'
import type { StorefrontHost } from '../storefront/storefront-host.ts'
import { assertDeliveryAddress, getOrderAddresses } from './delivery-address.ts'
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
      return createCheckoutOrder({ tx, commitWith }, { checkout, fields, cartHash, host })
    }),
  )

async function findOrder(tx: Tx, cartHash: Buffer): Promise<string | undefined> {
  const [order] = await tx<{ id: string }[]>`select id from "order" where cart_hash = ${cartHash}`
  return order?.id
}

function assertUnchanged(checkout: StorefrontCheckout, fields: PlacedCheckout) {
  assertDeliveryAddress(checkout, fields)
  if (checkout.delivery !== 'none' && checkout.shipping !== fields.shipping)
    throw createFieldProblem('shipping', 'required')
  if (checkout.payment !== fields.payment) throw createFieldProblem('payment', 'required')
  if (checkout.total !== fields.total) throw new Problem(409, 'version_conflict')
}

type CheckoutOrder = {
  checkout: StorefrontCheckout
  fields: PlacedCheckout
  cartHash: Buffer
  host: StorefrontHost
}

async function createCheckoutOrder(
  { tx, commitWith }: { tx: Tx; commitWith: CommitWith },
  { checkout, fields, cartHash, host }: CheckoutOrder,
): Promise<string> {
  const { email, phone = '', name } = fields
  const [paymentMethod] = await tx<{ name: string; instructions: string }[]>`
    select name, instructions from payment_method where id = ${fields.payment}`
  const { _id } = await createOrder(
    { tx, abilities: [], commitWith: (_id, batch) => commitWith(batch) },
    {
      customer: { name, email, phone },
      lines: checkout.lines.map(({ variant, quantity, price }) => ({
        variant,
        quantity,
        unitPrice: price,
      })),
      ...(await getOrderAddresses(tx, checkout, fields)),
      isPickup: checkout.delivery === 'pickup',
      shippingMethod: checkout.shippingOptions.find(option => option._id === fields.shipping)?.name,
      shippingTotal: checkout.shippingTotal ?? 0,
      customerNote: checkout.note,
      source: 'storefront',
    },
    {
      columns: {
        cartHash,
        language: host.language,
        paymentMethod: paymentMethod?.name ?? '',
        paymentInstructions: paymentMethod?.instructions ?? '',
      },
      addRecords: id =>
        enqueueJob(tx, 'order.mail', { businessId: host.businessId, id, kind: 'received' }),
    },
  )
  return _id
}
