import { createHash } from 'node:crypto'
import type { PlacedCheckout } from '#contract/storefront/storefront-checkout.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { Problem } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import { type CommitWith, type Tx, withTransaction } from '../lib/db/db.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { cancelPayment, runAsReleased } from '../sale/cancel-payment.ts'
import { createSaleOrder } from '../sale/create-sale-order.ts'
import { findHeldPayment, holdSale } from '../sale/hold-sale.ts'
import { findPlacedOrder, type PlacedOrder } from '../sale/order-link.ts'
import { freezeCart, type SubmittedForm } from './freeze-cart.ts'

type PlacedForm = SubmittedForm & { storeId: string; requestId: string }
/** The order of a cart, or the payment that its shopper has to make first. */
type Placement = { kind: 'order'; order: PlacedOrder } | { kind: 'payment'; id: string }
type Attempt = Placement | { kind: 'earlierPayment'; id: string } | undefined

/**
 * Places the order of a cart, or takes its units while the shopper pays on the page of a provider.
 * Returns undefined if the cart has nothing to buy. The order replaces the cart in one transaction,
 * so a form that is sent twice finds the order. Runs as the role of the back office, because that
 * of the storefront sees no orders or customers.
 * @throws Problem like `freezeCart`, `holdSale` and `createSaleOrder`
 */
export async function placeOrder(app: App, form: PlacedForm): Promise<Placement | undefined> {
  const attempt = await tryPlaceOrder(app, form)
  if (attempt?.kind !== 'earlierPayment') return attempt
  // The shopper has changed the order. Its earlier payment must no longer be possible, unless the store
  // rejects the new form.
  const earlierPayment = { storeId: form.storeId, id: attempt.id }
  await runAsReleased(app, earlierPayment, tx => freezeCart(app, tx, form))
  await cancelPayment(app, earlierPayment)
  const placement = await tryPlaceOrder(app, form)
  if (placement?.kind === 'earlierPayment') throw new Problem(409, 'version_conflict')
  return placement
}

const tryPlaceOrder = (app: Pick<App, 'db' | 'config'>, form: PlacedForm): Promise<Attempt> =>
  withDeadline(app.config.callLimitMs, () =>
    withTransaction(
      app.db,
      { storeId: form.storeId, requestId: form.requestId },
      (tx, commitWith) => sellCart(app, { tx, commitWith }, form),
    ),
  )

/** Freezes the cart, then holds its sale for an online payment, or creates its order. */
async function sellCart(
  app: Pick<App, 'config'>,
  { tx, commitWith }: { tx: Tx; commitWith: CommitWith },
  form: PlacedForm,
): Promise<Attempt> {
  const { storeId, fields, cart } = form
  const cartHash = hashToken(cart.token)
  // Sent first: the second of two equal forms waits here for the first, and the others are read after it.
  const lockedRows = tx`select from cart where token_hash = ${cartHash} for update`.execute()
  const [{ length: cartCount }, formHash, heldPayment] = await Promise.all([
    lockedRows,
    hashForm(tx, cartHash, fields),
    findHeldPayment(tx, cartHash),
  ])
  if (cartCount === 0) {
    const order = await findPlacedOrder(tx, cartHash)
    return order && { kind: 'order', order }
  }
  if (heldPayment) {
    const isEqual = heldPayment.formHash.equals(formHash)
    return { kind: isEqual ? 'payment' : 'earlierPayment', id: heldPayment.paymentId }
  }
  const frozenCart = await freezeCart(app, tx, form)
  if (!frozenCart) return undefined
  const { draft, provider } = frozenCart
  if (provider)
    return { kind: 'payment', id: await holdSale(tx, draft, { cartHash, formHash, provider }) }
  const id = await createSaleOrder({ tx, commitWith }, draft, {
    storeId,
    cartHash,
    addRecords: () => tx`delete from cart where token_hash = ${cartHash}`,
  })
  return { kind: 'order', order: { id, linkSince: '' } }
}

/** Two forms with the same hash place the same order. */
async function hashForm(tx: Tx, cartHash: Buffer, fields: PlacedCheckout): Promise<Buffer> {
  const lines = await tx`
    select l.variant_id, l.quantity
    from cart c join cart_line l on l.store_id = c.store_id and l.cart_id = c.id
    where c.token_hash = ${cartHash} order by l.variant_id`
  return createHash('sha256')
    .update(JSON.stringify([fields, [...lines]]))
    .digest()
}
