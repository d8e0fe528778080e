import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Count, Id, ListQuery, Timestamp } from '../lib/schemas.ts'
import { ReturnState, returnKinds } from '../order/return-state.ts'

const HistoryQuery = ListQuery.pick({ page: true, perPage: true, after: true })

/** A return that a customer requested, or the withdrawal from the contract of an order. */
export const CustomerReturn = z.object({
  _id: Id,
  kind: z.enum([...returnKinds, 'withdrawal']),
  status: z.enum([...ReturnState.options, 'withdrawn']),
  /** The text that the shopper wrote. Empty for a withdrawal. */
  reason: z.string(),
  /** The units to return; 0 for a withdrawal. */
  unitCount: Count,
  order: z.object({ _id: Id, number: z.string() }),
  createdAt: Timestamp,
})
export type CustomerReturn = z.infer<typeof CustomerReturn>

/**
 * `requested`, `confirmed` and `unsubscribed` are steps of the newsletter, by the customer's email.
 * Staff or an import recorded `accepted` and `withdrawn`. The others are steps of product alerts.
 */
export const ConsentKind = z.enum([
  'requested',
  'confirmed',
  'unsubscribed',
  'accepted',
  'withdrawn',
  'alertRequested',
  'alertConfirmed',
  'alertUnsubscribed',
])
export type ConsentKind = z.infer<typeof ConsentKind>

/** One step of the consent of a customer to emails. */
export const CustomerConsent = z.object({
  _id: Id,
  kind: ConsentKind,
  /** The path of the page with the form. Empty if there was none. */
  source: z.string(),
  /** The sentence that the customer agreed to. */
  consentText: z.string(),
  /** The staff member who recorded it. */
  actor: z.string(),
  createdAt: Timestamp,
})
export type CustomerConsent = z.infer<typeof CustomerConsent>

export const customerReturnApi = defineApi('order', {
  listCustomerReturns: {
    method: 'GET',
    path: '/order/customerReturns/:id',
    can: 'order:read',
    allowsReplica: true,
    summary: 'List the returns and withdrawals of a customer, newest first',
    query: HistoryQuery,
    items: CustomerReturn,
  },
})

export const customerConsentApi = defineApi('customer', {
  listConsents: {
    method: 'GET',
    path: '/customer/consents/:id',
    can: 'customer:read',
    allowsReplica: true,
    summary: 'List the consents of a customer to emails, newest first',
    query: HistoryQuery,
    items: CustomerConsent,
  },
})
