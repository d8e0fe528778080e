import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxCartLines, maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { createCartToken, readCartCookies, setCartCookies } from '../storefront/form/cart-cookie.ts'
import { loadCart } from '../storefront/form/load-cart.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { readStore } from '../storefront/page/read-store.ts'

/** The price is null if the store had another currency. */
type OrderedLine = { variant: string | null; quantity: number; price: number | null }
type ShopperRequest = { host: StorefrontHost; request: FastifyRequest; reply: FastifyReply }

/**
 * Puts the products of an order into the cart of the shopper and returns the positions of the lines
 * that can no longer be bought. The cart shows when it contains fewer units than before, and which prices
 * have changed since the order.
 */
export async function orderAgain(
  app: App,
  orderId: string,
  { host, request, reply }: ShopperRequest,
): Promise<number[]> {
  const lines = await withStoreTransaction(
    app.db,
    host.storeId,
    tx => tx<OrderedLine[]>`
      select l.variant_id as variant, l.quantity, case when o.currency = s.currency then l.unit_price end as price
      from order_line l
      join "order" o on o.store_id = l.store_id and o.id = l.order_id
      join store s on s.id = o.store_id
      where l.order_id = ${orderId}
      order by l.position, l.id`,
  )
  const { token } = readCartCookies(request)
  return readStore(app, host, async tx => {
    const isKnown = token !== undefined && (await loadCart(tx, token)) !== undefined
    const usedToken = isKnown ? token : createCartToken()
    const missing: number[] = []
    for (const [position, line] of lines.entries())
      if (!(await addLine(tx, usedToken, line))) missing.push(position)
    const cart = await loadCart(tx, usedToken)
    if (cart) setCartCookies(reply, usedToken, cart.unitCount)
    return missing
  })
}

async function addLine(tx: Tx, token: string, { variant, quantity, price }: OrderedLine) {
  if (variant === null) return false
  const hash = hashToken(token)
  const cart = await loadCart(tx, token)
  const isFull =
    cart?.lines.length === maxCartLines && !cart.lines.some(line => line.variant === variant)
  if (isFull) return false
  const [row] = await tx<{ code: string | null }[]>`
    select add_to_cart(${hash}, ${hash}, ${variant}, ${Math.min(quantity, maxCartQuantity)},
      ${maxCartQuantity}, ${maxCartLines}, ${price}) as code`
  return row?.code === null
}
