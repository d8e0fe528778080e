import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count, Id, ListQuery, Money, sortQuery, Timestamp } from '../lib/schemas.ts'

/** `stock`: the variant is in stock again. `price`: it costs less than at the request. */
export const ProductAlertKind = z.enum(['stock', 'price'])
export type ProductAlertKind = z.infer<typeof ProductAlertKind>

/** `pending`: the person has not pressed the button in the email yet. `confirmed`: the alert waits. */
export const ProductAlertState = z.enum(['pending', 'confirmed', 'sent', 'unsubscribed'])
export type ProductAlertState = z.infer<typeof ProductAlertState>

/** An email that a shopper requested. It is sent once, then the alert ends. */
export const ProductAlert = z.object({
  _id: Id,
  kind: ProductAlertKind,
  state: ProductAlertState,
  email: z.string(),
  product: Id,
  productTitle: z.string(),
  /** The options of the variant, such as `M / Blue`. */
  variantTitle: z.string(),
  /** The price of the variant at the request. */
  price: Money,
  /** The sentence that the person agreed to. */
  consentText: z.string(),
  createdAt: Timestamp,
  sentAt: Timestamp.nullable(),
})
export type ProductAlert = z.infer<typeof ProductAlert>

export const ProductAlertListQuery = ListQuery.extend({
  sort: sortQuery('createdAt', 'email'),
  kind: ProductAlertKind.optional(),
  state: ProductAlertState.optional(),
  product: Id.optional(),
})
export type ProductAlertListQuery = z.infer<typeof ProductAlertListQuery>

/** The waiting alerts of each kind, and the wish lists with the product. */
export const ProductAlertCounts = z.object({ stock: Count, price: Count, wishLists: Count })
export type ProductAlertCounts = z.infer<typeof ProductAlertCounts>

export const productAlertApi = defineApi('productAlert', {
  list: {
    method: 'GET',
    path: '/productAlert/getAll',
    can: 'customer:read',
    allowsReplica: true,
    summary: 'List product alerts, newest first',
    query: ProductAlertListQuery,
    items: ProductAlert,
  },
  getCounts: {
    method: 'GET',
    path: '/product/alertCounts/:id',
    can: 'product:read',
    allowsReplica: true,
    summary: 'Count the waiting alerts and the wish lists of a product',
    reply: ProductAlertCounts,
  },
  delete: {
    method: 'DELETE',
    path: '/productAlert/delete/:id',
    can: 'customer:write',
    summary: 'Delete a product alert',
    message: 'Product alert deleted',
  },
})
