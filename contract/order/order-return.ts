import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count, Id, ListQuery, sortQuery, Timestamp } from '../lib/schemas.ts'
import { Order } from './order.ts'
import { OrderReturn } from './order-part.ts'
import { type ReturnState, returnKinds } from './return-state.ts'

/** A return in a list. */
export const ReturnRow = OrderReturn.pick({
  _id: true,
  number: true,
  kind: true,
  status: true,
  wish: true,
  sendBackBy: true,
  isLate: true,
}).extend({
  order: z.object({ _id: Id, number: z.string() }),
  customerName: z.string(),
  unitCount: Count,
  receivedCount: Count,
  createdAt: Timestamp,
})
export type ReturnRow = z.infer<typeof ReturnRow>

/**
 * The tabs of the list. The open returns wait for the store, the customer or the parcel. The late ones
 * are among them.
 */
export const ReturnView = z.enum(['requested', 'open', 'late', 'received', 'done'])
export type ReturnView = z.infer<typeof ReturnView>

export const returnStatesByView: Record<ReturnView, readonly ReturnState[]> = {
  requested: ['requested'],
  open: ['accepted', 'in_transit'],
  late: ['accepted'],
  received: ['received'],
  done: ['settled', 'declined', 'canceled'],
}

export const ReturnListQuery = ListQuery.extend({
  sort: sortQuery('createdAt'),
  view: ReturnView.optional(),
  kind: z.enum(returnKinds).optional(),
})
export type ReturnListQuery = z.infer<typeof ReturnListQuery>

export const ReturnCounts = z.object({
  all: Count,
  requested: Count,
  open: Count,
  late: Count,
  received: Count,
  done: Count,
})
export type ReturnCounts = z.infer<typeof ReturnCounts>

export const returnApi = defineApi('order', {
  listReturns: {
    method: 'GET',
    path: '/return/getAll',
    can: 'order:read',
    allowsReplica: true,
    summary: 'List returns and claims, newest first',
    query: ReturnListQuery,
    items: ReturnRow,
  },
  getReturnCounts: {
    method: 'GET',
    path: '/return/counts',
    can: 'order:read',
    allowsReplica: true,
    summary: 'Count returns and claims by state',
    reply: ReturnCounts,
  },
  getReturnOrder: {
    method: 'GET',
    path: '/return/order/:id',
    can: 'order:read',
    summary: 'Get the order that contains a return or a claim',
    reply: Order,
  },
})
