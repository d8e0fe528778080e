import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../lib/call/serve.ts'

type Order = { businessId: string; id: string }

/** The token opens the page of one order, without an account. */
const createToken = ({ keys }: Pick<App, 'keys'>, { businessId, id }: Order) =>
  createHmac('sha256', keys.orderPage).update(`${businessId} ${id}`).digest('base64url')

/** Returns the path of an order's page for its shopper. */
export const getOrderPath = (app: Pick<App, 'keys'>, order: Order) =>
  `/orders/${order.id}/${createToken(app, order)}`

export function isOrderToken(app: Pick<App, 'keys'>, order: Order, token: string): boolean {
  const [expected, received] = [Buffer.from(createToken(app, order)), Buffer.from(token)]
  return received.length === expected.length && timingSafeEqual(received, expected)
}
