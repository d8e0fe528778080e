import { z } from 'zod'
import type { Address } from '../lib/country/address.ts'
import { formatAddressPostalCode } from '../lib/country/postal-code.ts'
import { asciiCodeText, Email, Id, singleLineText } from '../lib/schemas.ts'
import { type Language, languageCodes } from '../lib/text/languages.ts'
import type { ProductAlertKind } from '../product/product-alert.ts'
import type { AddressForm } from './storefront-address.ts'
import { checkoutEntryFields } from './storefront-checkout.ts'
import type { StorefrontOrderState, StorefrontPartialState } from './storefront-order.ts'

const { country, line1, line2, postalCode, city, region } = checkoutEntryFields
/** The address that the form changes, or `new`. */
export const AccountAddressId = z.union([z.literal('new'), Id])
const AddressEntries = z.object({
  address: AccountAddressId,
  name: singleLineText(120, 1),
  country,
  line1,
  line2: line2.default(''),
  postalCode: postalCode.default(''),
  city: city.default(''),
  region: region.default(''),
})

/** The actions of a shopper on the page of the account. */
export const AccountFields = z
  .discriminatedUnion('intent', [
    z.object({ intent: z.literal('requestLink'), email: Email }),
    z.object({ intent: z.literal('changeEmail') }),
    z.object({ intent: z.literal('signOut') }),
    z.object({ intent: z.literal('signOutEverywhere') }),
    z.object({
      intent: z.literal('details'),
      name: singleLineText(120, 1),
      phone: asciiCodeText(40).default(''),
    }),
    /** Sets the language of emails. */
    z.object({ intent: z.literal('mailLanguage'), language: z.enum(languageCodes) }),
    AddressEntries.extend({ intent: z.literal('saveAddress') }),
    /** Shows the fields of another country. */
    AddressEntries.partial().extend({
      intent: z.literal('addressCountry'),
      address: AccountAddressId,
      country,
    }),
    z.object({ intent: z.literal('deleteAddress'), address: Id }),
    z.object({ intent: z.literal('defaultAddress'), address: Id }),
    z.object({ intent: z.literal('keepAddress'), address: Id }),
    z.object({ intent: z.literal('newsletter'), wanted: z.enum(['on', 'off']) }),
    z.object({ intent: z.literal('stopAlert'), alert: Id }),
    z.object({ intent: z.literal('stopAlerts') }),
    z.object({ intent: z.literal('requestErasure'), sure: z.literal('on') }),
  ])
  .overwrite(fields => (fields.intent === 'saveAddress' ? formatAddressPostalCode(fields) : fields))
export type AccountFields = z.infer<typeof AccountFields>

/**
 * The page of the account: the form for the email, the message that a link was sent, the page of the
 * link, or what the store has for the shopper.
 */
export type StorefrontAccount =
  | {
      step: 'email'
      /** The link that was opened has expired, or was used before. */
      isLinkInvalid: boolean
    }
  | { step: 'sent'; email: string }
  | { step: 'link'; email: string; path: string }
  | ({ step: 'account' } & ShopperAccount)

export type ShopperAccount = {
  email: string
  orders: AccountOrder[]
  /** The URL of earlier orders, null on the last page. */
  olderPath: string | null
  isFirstPage: boolean
  details: { name: string; phone: string }
  /** The language of emails. */
  mailLanguage: Language
  addresses: AccountAddress[]
  /** The form of an address, null while none is added or changed. */
  addressForm: AccountAddressForm | null
  newsletter: { isOn: boolean; history: AccountConsent[] }
  alerts: AccountAlert[]
  wishCount: number
  /** The change that was just saved. */
  lastChange: AccountChange | null
}

export const accountChanges = ['details', 'addresses', 'emails', 'erasure'] as const
export type AccountChange = (typeof accountChanges)[number]

export type AccountOrder = {
  number: string
  createdAt: string
  /** The time zone of the store. */
  timezone: string
  state: StorefrontOrderState
  partialState: StorefrontPartialState | null
  total: number
  unitCount: number
  /** Of the first products. */
  images: AccountImage[]
  /** The address of the order's page. */
  path: string
}
export type AccountImage = { url: string; alt: string; width: number; height: number }

export type AccountAddress = {
  _id: string
  /** `order`: used in an order, not saved. */
  kind: 'default' | 'saved' | 'order'
  address: Address
}

export type AccountAddressForm = {
  _id: string
  country: string
  form: AddressForm
  /** The address as stored, for the fields that the shopper has not typed. */
  address: Address
}

export type AccountConsent = {
  kind: 'requested' | 'confirmed' | 'unsubscribed' | 'accepted' | 'withdrawn'
  createdAt: string
}

export type AccountAlert = {
  _id: string
  kind: ProductAlertKind
  isPending: boolean
  title: string
  /** Null if shoppers cannot see the product. */
  path: string | null
}
