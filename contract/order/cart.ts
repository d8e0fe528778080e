import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count, Id, ListQuery, Money, sortQuery, Timestamp } from '../lib/schemas.ts'

/**
 * `open`: changed within the last hour. `abandoned`: not changed for longer. `reminded`: the shopper
 * received the email about the cart.
 */
export const CartView = z.enum(['open', 'abandoned', 'withContact', 'reminded'])
export type CartView = z.infer<typeof CartView>

/** A cart of a shopper who has not ordered. Carts are deleted 30 days after their last change. */
export const CartRow = z.object({
  _id: Id,
  /** The contact that the shopper entered at the checkout. Empty before. */
  name: z.string(),
  email: z.string(),
  country: z.string(),
  lineCount: Count,
  /** The value of the lines that can be bought, at current prices. */
  total: Money,
  isAbandoned: z.boolean(),
  reminderSentAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type CartRow = z.infer<typeof CartRow>

export const CartRowLine = z.object({
  _id: Id,
  /** Null if the variant was deleted. */
  product: Id.nullable(),
  title: z.string(),
  variantTitle: z.string(),
  image: z.string(),
  quantity: Count,
  /** The current price. */
  price: Money,
  /** Whether the line can be bought now. */
  isAvailable: z.boolean(),
})
export type CartRowLine = z.infer<typeof CartRowLine>

export const Cart = CartRow.extend({
  phone: z.string(),
  note: z.string(),
  /** When the shopper agreed to one email about the cart. */
  reminderConsentAt: Timestamp.nullable(),
  lines: z.array(CartRowLine),
})
export type Cart = z.infer<typeof Cart>

export const CartCounts = z.object({
  all: Count,
  open: Count,
  abandoned: Count,
  withContact: Count,
  reminded: Count,
  /** The value of the abandoned carts at current prices. */
  abandonedTotal: Money,
  /** Orders of the last 30 days whose shoppers were reminded of a cart before. */
  recoveredCount: Count,
  recoveredTotal: Money,
})
export type CartCounts = z.infer<typeof CartCounts>

export const CartListQuery = ListQuery.extend({
  sort: sortQuery('updatedAt', 'createdAt'),
  view: CartView.optional(),
  /** Carts with the email of this customer. */
  customer: Id.optional(),
})
export type CartListQuery = z.infer<typeof CartListQuery>

export const cartApi = defineApi('cart', {
  list: {
    method: 'GET',
    path: '/cart/getAll',
    can: 'order:read',
    allowsReplica: true,
    summary: 'List carts of shoppers who have not ordered, last change first',
    query: CartListQuery,
    items: CartRow,
  },
  getCounts: {
    method: 'GET',
    path: '/cart/getCounts',
    can: 'order:read',
    allowsReplica: true,
    summary: 'Count carts and their value',
    reply: CartCounts,
  },
  get: {
    method: 'GET',
    path: '/cart/:id',
    can: 'order:read',
    summary: 'Get a cart with its lines',
    reply: Cart,
  },
  sendReminder: {
    method: 'POST',
    path: '/cart/sendReminder/:id',
    can: 'order:write',
    status: 200,
    summary: 'Email the shopper about a cart, once and only with their consent',
    reply: Cart,
    message: 'Reminder sent',
  },
})
