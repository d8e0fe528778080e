import { z } from 'zod'
import { PostalCode } from '../lib/country/address.ts'
import { formatAddressPostalCode } from '../lib/country/postal-code.ts'
import { isVatIdOf } from '../lib/country/vat-id.ts'
import { issue } from '../lib/error/issue.ts'
import {
  asciiCodeText,
  codeText,
  Email,
  Id,
  multiLineText,
  singleLineText,
} from '../lib/schemas.ts'
import { normalizeEmail } from '../lib/text/email.ts'
import { normalizeDiscountCode } from '../product/discount.ts'
import { VatId } from '../store/tax.ts'

/** The checkout with the online payment method already chosen. */
export const expressCheckoutPath = '/checkout?pay=online'

/** The largest total of an order. A browser sends back the total that its page shows. */
const ShownTotal = z.coerce.number().int().min(0).max(1_000_000_000_000)
const Country = codeText(20, 1).regex(/^([A-Z]{2})?$/, issue('invalid_country'))

/** The answer in a field of the seller. */
const Answer = multiLineText(1000)

/** The values that a shopper enters at the checkout. Everything can be missing while the form is filled in. */
export const checkoutEntryFields = {
  email: asciiCodeText(254).overwrite(normalizeEmail),
  phone: asciiCodeText(40),
  name: singleLineText(120),
  country: z.union([z.literal(''), Country]),
  line1: singleLineText(200),
  line2: singleLineText(200),
  postalCode: PostalCode,
  city: singleLineText(120),
  region: singleLineText(120),
  shipping: z.union([z.literal(''), Id]),
  payment: z.union([z.literal(''), Id]),
  /** The consent to one email about the cart. */
  remind: z.literal('on'),
  /** The consent to the terms, if the store demands it. */
  terms: z.literal('on'),
  /** The id of the saved address that a signed-in shopper has chosen, or `other`. */
  savedAddress: codeText(20),
  /** `other`: the invoice has another address than the delivery. */
  billing: z.literal('other'),
  billingName: singleLineText(120),
  billingCountry: z.union([z.literal(''), Country]),
  billingLine1: singleLineText(200),
  billingLine2: singleLineText(200),
  billingPostalCode: PostalCode,
  billingCity: singleLineText(120),
  billingRegion: singleLineText(120),
  answer1: Answer,
  answer2: Answer,
  answer3: Answer,
  answer4: Answer,
  answer5: Answer,
  answer6: Answer,
  answer7: Answer,
  answer8: Answer,
  company: singleLineText(120),
  vatId: VatId,
  /** A discount code. */
  code: asciiCodeText(40).overwrite(normalizeDiscountCode),
}
export const CheckoutEntries = z.object(checkoutEntryFields).partial()
export type CheckoutEntries = z.infer<typeof CheckoutEntries>

/** The address depends on the delivery, which follows from the cart. */
const PlacedCheckout = CheckoutEntries.extend({
  intent: z.literal('place'),
  email: Email,
  name: singleLineText(120, 1),
  country: Country,
  payment: Id,
  /** The total on the page of the shopper. Another total is shown before it is charged. */
  total: ShownTotal,
  /** The fingerprint of the lines on the page. Other lines are shown before they are ordered. */
  fingerprint: codeText(64).optional(),
  /** The code that the page of the shopper has refused. The order is placed without it. */
  refusedCode: checkoutEntryFields.code.optional(),
}).refine(({ country, vatId = '' }) => vatId === '' || isVatIdOf(country, vatId), {
  ...issue('invalid_vat_id'),
  path: ['vatId'],
})
export type PlacedCheckout = z.infer<typeof PlacedCheckout>

/** Shows prices for an address, or places the order. */
export const CheckoutFields = z
  .discriminatedUnion('intent', [
    CheckoutEntries.extend({ intent: z.literal('quote') }),
    PlacedCheckout,
  ])
  .overwrite(formatAddressPostalCode)
export type CheckoutFields = z.infer<typeof CheckoutFields>
