import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'
import { createMacToken } from '../lib/security/mac-token.ts'

export type OrderReference = { storeId: string; id: string }
/** An order with the time since which it has its customer. Empty if it never had another one. */
type OrderLinkFacts = OrderReference & { customerSince: string }

/** Selects the time since which the order `o` has its customer. The link of the order contains it. */
export const selectCustomerSince = (tx: Tx) => tx`
  coalesce(extract(epoch from o.customer_since)::text, '')`

/** The token opens the page of one order, without an account. It ends when the order gets another customer. */
const createOrderToken = (
  { keys }: Pick<App, 'keys'>,
  { storeId, id, customerSince }: OrderLinkFacts,
) =>
  createMacToken(keys.orderPage, [storeId, id, ...(customerSince ? [customerSince] : [])].join(' '))

/** Returns the path of an order's page for its shopper. */
export const getOrderPath = (app: Pick<App, 'keys'>, order: OrderLinkFacts) =>
  `/orders/${order.id}/${createOrderToken(app, order)}`

export async function findOrderPath(
  app: Pick<App, 'keys'>,
  tx: Tx,
  order: OrderReference,
): Promise<string> {
  const customerSince = (await findCustomerSince(tx, order.id)) ?? ''
  return getOrderPath(app, { ...order, customerSince })
}

export const loadOrderPath = (app: Pick<App, 'keys' | 'db'>, order: OrderReference) =>
  withStoreTransaction(app.db, order.storeId, tx => findOrderPath(app, tx, order))

export async function isOrderToken(
  app: Pick<App, 'keys' | 'db'>,
  order: OrderReference,
  token: string,
): Promise<boolean> {
  const customerSince = await withStoreTransaction(app.db, order.storeId, tx =>
    findCustomerSince(tx, order.id),
  )
  if (customerSince === undefined) return false
  return isSameToken(createOrderToken(app, { ...order, customerSince }), token)
}

async function findCustomerSince(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx<{ customerSince: string }[]>`
    select ${selectCustomerSince(tx)} as customer_since from "order" o where o.id = ${id}`
  return row?.customerSince
}
