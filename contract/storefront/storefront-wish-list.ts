import { z } from 'zod'
import { codeText, Email, Id, singleLineText } from '../lib/schemas.ts'

/** The cookie of a wish list has a part for each product, and browsers limit cookies to 4 kB. */
export const maxWishes = 200

/** A change of a wish list. */
export const WishListFields = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('add'), product: Id, variant: Id.optional() }),
  z.object({ intent: z.literal('remove'), product: Id }),
  /** Sends a link with which a shopper without an account keeps the list. */
  z.object({
    intent: z.literal('sendLink'),
    email: Email,
    /** A hidden field that only bots fill in. */
    website: codeText(1000).optional(),
  }),
  z.object({ intent: z.literal('share'), name: singleLineText(60).default('') }),
  z.object({ intent: z.literal('stopShare') }),
  /** Starts or ends the alerts about a product, for signed-in shoppers. */
  z.object({ intent: z.literal('alert'), product: Id, wanted: z.enum(['on', 'off']) }),
])

export type WishListFields = z.infer<typeof WishListFields>

/** What a wish list shows of a product besides its card, which has the price and the image of the variant. */
export type StorefrontWish = {
  /** The variant that the button adds to the cart, null if the shopper has not chosen one. */
  variant: string | null
  /** The values of the options of the variant. */
  options: string[]
  /** The price when the product was added, if it has changed. */
  earlierPrice: number | null
  /** It was sold out when it was added. */
  isBackInStock: boolean
  hasAlert: boolean
}

/** A wish list, as its shopper sees it or by a link that was shared, whose sharing can have ended. */
export type StorefrontWishList = {
  view: 'own' | 'shared' | 'ended'
  /** Empty without an account. */
  email: string
  /** The name with the shared list, empty if the shopper has not entered one. */
  shareName: string
  /** The URL of the shared list, null if it is not shared. */
  shareUrl: string | null
  /** An email with a link was sent. */
  isSent: boolean
}
