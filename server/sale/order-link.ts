import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'
import { createMacToken } from '../lib/security/mac-token.ts'

export type OrderReference = { storeId: string; id: string }
/** An order with the time since which its link is valid. Empty if every link is valid, as for a new order. */
export type PlacedOrder = { id: string; linkSince: string }
type OrderLinkFacts = OrderReference & PlacedOrder

/** Selects the time since which the link of the order `o` is valid. The link contains it. */
export const selectLinkSince = (tx: Tx) => tx`
  coalesce(extract(epoch from o.link_since)::text, '')`

/** The token opens the page of one order, without an account. It ends when the order gets another customer or email. */
const createOrderToken = (
  { keys }: Pick<App, 'keys'>,
  { storeId, id, linkSince }: OrderLinkFacts,
) => createMacToken(keys.orderPage, [storeId, id, ...(linkSince ? [linkSince] : [])].join(' '))

/** Returns the path of an order's page for its shopper. */
export const getOrderPath = (app: Pick<App, 'keys'>, order: OrderLinkFacts) =>
  `/orders/${order.id}/${createOrderToken(app, order)}`

/** Returns the order of a cart that was placed before. */
export async function findPlacedOrder(tx: Tx, cartHash: Buffer): Promise<PlacedOrder | undefined> {
  const [row] = await tx<PlacedOrder[]>`
    select id, ${selectLinkSince(tx)} as link_since from "order" o where cart_hash = ${cartHash}`
  return row
}

export async function findOrderPath(
  app: Pick<App, 'keys'>,
  tx: Tx,
  order: OrderReference,
): Promise<string> {
  const linkSince = (await findLinkSince(tx, order.id)) ?? ''
  return getOrderPath(app, { ...order, linkSince })
}

export const loadOrderPath = (app: Pick<App, 'keys' | 'db'>, order: OrderReference) =>
  withStoreTransaction(app.db, order.storeId, tx => findOrderPath(app, tx, order))

export async function isOrderToken(
  app: Pick<App, 'keys' | 'db'>,
  order: OrderReference,
  token: string,
): Promise<boolean> {
  const linkSince = await withStoreTransaction(app.db, order.storeId, tx =>
    findLinkSince(tx, order.id),
  )
  if (linkSince === undefined) return false
  return isSameToken(createOrderToken(app, { ...order, linkSince }), token)
}

async function findLinkSince(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx<{ linkSince: string }[]>`
    select ${selectLinkSince(tx)} as link_since from "order" o where o.id = ${id}`
  return row?.linkSince
}
