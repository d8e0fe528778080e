import { z } from 'zod'
import {
  asciiCodeText,
  codeText,
  Email,
  Id,
  multiLineText,
  singleLineText,
} from '../lib/schemas.ts'
import { ProductAlertKind } from '../product/product-alert.ts'
import { AccountFields } from './storefront-account.ts'
import { maxRequestedQuantity } from './storefront-cart.ts'
import { CheckoutFields, checkoutEntryFields } from './storefront-checkout.ts'
import { OrderEditFields } from './storefront-order-edit.ts'
import {
  OrderClaimFields,
  OrderPageFields,
  OrderReturnFields,
  OrderReviewFields,
  OrderWithdrawalFields,
  orderPagePath,
} from './storefront-order-form.ts'
import { WishListFields } from './storefront-wish-list.ts'

/**
 * A form of the storefront as data: the path that it is sent to, its fields, and the rule that limits
 * how often it is sent.
 */
export type StorefrontForm<Fields = unknown> = {
  name: string
  path: string
  fields: z.ZodType<Fields>
  rateLimit:
    | 'contactMessage'
    | 'storePassword'
    | 'cart'
    | 'checkout'
    | 'orderPage'
    | 'mailLink'
    | 'subscription'
    | 'shopperAccount'
}

const defineForm = <Fields>(form: StorefrontForm<Fields>) => form

/** The standard page with the contact form. */
export const contactPageSlug = 'contact-us'

export const ContactFields = z.object({
  name: singleLineText(120, 1),
  email: Email,
  orderNumber: codeText(40).optional(),
  message: multiLineText(5000).trim().min(1),
  /** A hidden field that only bots fill in. */
  website: codeText(1000).optional(),
})

/** The path of the page that sent a form, `/` if it is unknown or on another site. */
const PreviousPath = codeText(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/)
  .catch('/')
export const PasswordFields = z.object({
  password: codeText(100, 1),
  from: PreviousPath,
})

export const NewsletterFields = z.object({
  email: Email,
  /** A hidden field that only bots fill in. */
  website: codeText(1000).optional(),
  from: PreviousPath,
})

export const ProductAlertFields = NewsletterFields.extend({ variant: Id, kind: ProductAlertKind })

export const maxCartNoteLength = 1000
const CartQuantity = asciiCodeText(100)
  .regex(/^\d+$/)
  .transform(text => Math.min(Number(text), maxRequestedQuantity))
const AddedQuantity = CartQuantity.refine(quantity => quantity > 0)
const CartNote = multiLineText(maxCartNoteLength)
/** A change of the cart. A field `action` would hide the property of that name of its form. */
export const CartFields = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('add'),
    variant: Id,
    quantity: AddedQuantity.default(1),
    /** Whether the shopper goes to the checkout at once. */
    next: z.literal('checkout').optional(),
  }),
  /** Without units, the line is removed. */
  z.object({
    intent: z.enum(['change', 'increase', 'decrease']),
    line: Id,
    quantity: CartQuantity,
  }),
  z.object({ intent: z.literal('remove'), line: Id }),
  z.object({ intent: z.literal('note'), note: CartNote }),
  /** Saves the note and opens the checkout. */
  z.object({ intent: z.literal('checkout'), note: CartNote }),
  z.object({ intent: z.literal('code'), code: checkoutEntryFields.code }),
  /** Where the goods are delivered to, for the estimate. */
  z.object({
    intent: z.literal('destination'),
    country: checkoutEntryFields.country,
    postalCode: checkoutEntryFields.postalCode,
  }),
])
export type CartFields = z.infer<typeof CartFields>

export const storefrontForms = {
  cart: defineForm({ name: 'cart', path: '/cart', fields: CartFields, rateLimit: 'cart' }),
  /** Creates a link that opens the cart on another device. */
  cartShare: defineForm({
    name: 'cartShare',
    path: '/cart/link',
    fields: z.object({}),
    rateLimit: 'cart',
  }),
  cartLink: defineForm({
    name: 'cartLink',
    path: '/cart/:code',
    fields: z.object({}),
    rateLimit: 'cart',
  }),
  account: defineForm({
    name: 'account',
    path: '/account',
    fields: AccountFields,
    rateLimit: 'shopperAccount',
  }),
  /** The link of an email that signs a shopper in. */
  accountLink: defineForm({
    name: 'accountLink',
    path: '/account/:token',
    fields: z.object({}),
    rateLimit: 'shopperAccount',
  }),
  wishList: defineForm({
    name: 'wishList',
    path: '/wish-list',
    fields: WishListFields,
    rateLimit: 'cart',
  }),
  newsletter: defineForm({
    name: 'newsletter',
    path: '/newsletter',
    fields: NewsletterFields,
    rateLimit: 'subscription',
  }),
  productAlert: defineForm({
    name: 'productAlert',
    path: '/alerts',
    fields: ProductAlertFields,
    rateLimit: 'subscription',
  }),
  /** The links of emails that change something. */
  mailLink: defineForm({
    name: 'mailLink',
    path: '/mail/:action/:id/:token',
    fields: z.object({}),
    rateLimit: 'mailLink',
  }),
  checkout: defineForm({
    name: 'checkout',
    path: '/checkout',
    fields: CheckoutFields,
    rateLimit: 'checkout',
  }),
  /** Ends a payment at a provider, so that the shopper can change the order. */
  payment: defineForm({
    name: 'payment',
    path: '/pay/:id/:token',
    fields: z.object({}),
    rateLimit: 'checkout',
  }),
  contact: defineForm({
    name: 'contact',
    path: `/pages/${contactPageSlug}`,
    fields: ContactFields,
    rateLimit: 'contactMessage',
  }),
  orderPage: defineForm({
    name: 'orderPage',
    path: orderPagePath,
    fields: OrderPageFields,
    rateLimit: 'orderPage',
  }),
  orderEdit: defineForm({
    name: 'orderEdit',
    path: `${orderPagePath}/edit`,
    fields: OrderEditFields,
    rateLimit: 'orderPage',
  }),
  orderWithdrawal: defineForm({
    name: 'orderWithdrawal',
    path: `${orderPagePath}/withdraw`,
    fields: OrderWithdrawalFields,
    rateLimit: 'orderPage',
  }),
  orderReturn: defineForm({
    name: 'orderReturn',
    path: `${orderPagePath}/return`,
    fields: OrderReturnFields,
    rateLimit: 'orderPage',
  }),
  orderClaim: defineForm({
    name: 'orderClaim',
    path: `${orderPagePath}/claim`,
    fields: OrderClaimFields,
    rateLimit: 'orderPage',
  }),
  orderReview: defineForm({
    name: 'orderReview',
    path: `${orderPagePath}/review`,
    fields: OrderReviewFields,
    rateLimit: 'orderPage',
  }),
  password: defineForm({
    name: 'password',
    path: '/password',
    fields: PasswordFields,
    rateLimit: 'storePassword',
  }),
}

/** The values of a form that was sent, and its errors by field. */
export type StorefrontFormState = {
  values: Record<string, string>
  errors: Record<string, StorefrontFormError>
  /** An error of the form as a whole. */
  error?: StorefrontFormError
}
export type StorefrontFormError = {
  code: string
  count: number | undefined
  /** A value that the field accepts. */
  example?: string | undefined
}

export const emptyFormState: StorefrontFormState = { values: {}, errors: {} }
