import { z } from 'zod'
import { Email } from '../lib/schemas.ts'
import type { StorefrontOrderState, StorefrontPartialState } from './storefront-order.ts'

/** The actions of a shopper on the page of the account. */
export const AccountFields = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('requestLink'), email: Email }),
  z.object({ intent: z.literal('changeEmail') }),
  z.object({ intent: z.literal('signOut') }),
])

/**
 * The page of the account: the form for the email, the message that a link was sent, the page of the
 * link, or the orders.
 */
export type StorefrontAccount =
  | {
      step: 'email'
      /** The link that was opened has expired, or was used before. */
      isLinkInvalid: boolean
    }
  | { step: 'sent'; email: string }
  | { step: 'link'; email: string; path: string }
  | {
      step: 'orders'
      email: string
      orders: AccountOrder[]
      /** The URL of earlier orders, null on the last page. */
      olderPath: string | null
      isFirstPage: boolean
    }

export type AccountOrder = {
  number: string
  createdAt: string
  /** The time zone of the store. */
  timezone: string
  state: StorefrontOrderState
  partialState: StorefrontPartialState | null
  total: number
  /** The address of the order's page. */
  path: string
}
