import type { App } from '../lib/call/serve.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'
import { createMacToken } from '../lib/security/mac-token.ts'

export type OrderReference = { storeId: string; id: string }

/** The token opens the page of one order, without an account. */
const createOrderToken = ({ keys }: Pick<App, 'keys'>, { storeId, id }: OrderReference) =>
  createMacToken(keys.orderPage, `${storeId} ${id}`)

/** Returns the path of an order's page for its shopper. */
export const getOrderPath = (app: Pick<App, 'keys'>, order: OrderReference) =>
  `/orders/${order.id}/${createOrderToken(app, order)}`

export const isOrderToken = (
  app: Pick<App, 'keys'>,
  order: OrderReference,
  token: string,
): boolean => isSameToken(createOrderToken(app, order), token)
