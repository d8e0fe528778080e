import { z } from 'zod'
import { asciiCodeText, Email } from '../lib/schemas.ts'
import type { StorefrontOrderState } from './storefront-order.ts'

const Code = asciiCodeText(40)
  .overwrite(text => text.replaceAll(/\s/g, ''))
  .regex(/^\d{6}$/)

/** The actions of a shopper on the page of the account. The email of a code is in a cookie. */
export const AccountFields = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('requestCode'), email: Email }),
  z.object({ intent: z.literal('signIn'), code: Code }),
  z.object({ intent: z.literal('changeEmail') }),
  z.object({ intent: z.literal('signOut') }),
])

/** The page of the account: the form for the email, that for the code, or the orders. */
export type StorefrontAccount =
  | { step: 'email' }
  | { step: 'code'; email: string }
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
  total: number
  /** The address of the order's page. */
  path: string
}
