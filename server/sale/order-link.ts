import { createHmac } from 'node:crypto'
import type { App } from '../lib/call/serve.ts'
import { isSameToken } from '../lib/security/is-same-token.ts'

type Order = { businessId: string; id: string }

/** The token opens the page of one order, without an account. */
const createToken = ({ keys }: Pick<App, 'keys'>, { businessId, id }: Order) =>
  createHmac('sha256', keys.orderPage).update(`${businessId} ${id}`).digest('base64url')

/** Returns the path of an order's page for its shopper. */
export const getOrderPath = (app: Pick<App, 'keys'>, order: Order) =>
  `/orders/${order.id}/${createToken(app, order)}`

export const isOrderToken = (app: Pick<App, 'keys'>, order: Order, token: string): boolean =>
  isSameToken(createToken(app, order), token)
