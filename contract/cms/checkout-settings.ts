import { z } from 'zod'
import { issue } from '../lib/error/issue.ts'
import { Money, multiLineText, singleLineText } from '../lib/schemas.ts'
import { ReturnCosts } from './return-costs.ts'

export const checkoutFieldKinds = ['text', 'longText', 'date', 'checkbox', 'select'] as const
export const checkoutFieldUses = ['all', 'shipping', 'pickup'] as const
/** The number of fields that a store can add to the checkout. */
export const maxCheckoutFields = 8

/** A field that a seller adds to the checkout, such as a text for a gift card. */
export const CheckoutField = z
  .object({
    /** The number by which the form of the checkout names the field. */
    slot: z.int().min(1).max(maxCheckoutFields),
    label: singleLineText(120, 1),
    kind: z.enum(checkoutFieldKinds),
    required: z.boolean(),
    /** The orders for which it is shown. */
    shownFor: z.enum(checkoutFieldUses),
    /** The choices of a list, one per line. */
    choices: multiLineText(1000),
  })
  .refine(field => field.kind !== 'select' || listFieldChoices(field).length > 0, {
    ...issue('required'),
    path: ['choices'],
  })
export type CheckoutField = z.infer<typeof CheckoutField>

/** An answer of a shopper with the label of its field at the time of the order. */
export const CheckoutAnswer = z.object({ label: z.string(), value: z.string() })
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>

/** Returns the choices of a list without empty and repeated ones. */
export const listFieldChoices = ({ choices }: { choices: string }): string[] => [
  ...new Set(
    choices
      .split('\n')
      .map(choice => choice.trim())
      .filter(Boolean),
  ),
]

const hasOwnSlots = (fields: readonly CheckoutField[]) =>
  new Set(fields.map(({ slot }) => slot)).size === fields.length

/** The rules, texts and fields of a checkout. */
export const CheckoutSettings = z.object({
  /** Otherwise only customers who sign in can order. */
  guestAllowed: z.boolean(),
  phoneRequired: z.boolean(),
  noteEnabled: z.boolean(),
  termsRequired: z.boolean(),
  minOrder: Money,
  /** Whether shoppers who agreed to it receive one email about an abandoned cart. */
  remindsCarts: z.boolean(),
  /** The delay between the last change of a cart and the email. */
  reminderHours: z.int().min(1).max(72),
  /**
   * The days in which shoppers can request returns. Null means no limit, 0 no returns, except those of
   * the law.
   */
  returnDays: z.int().min(0).max(365).nullable(),
  returnCosts: ReturnCosts,
  /** The days that shoppers have to send accepted returns back. Null means no deadline. */
  sendBackDays: z.int().min(1).max(365).nullable(),
  /** The address for returns without a label. Empty means that of the store. */
  returnAddress: multiLineText(500),
  /** The minutes after an order in which its shopper can change it alone. 0 means never. */
  editMinutes: z.int().min(0).max(1440),
  /** A promise below the button that places the order, such as "Dispatched by two people in Totnes". */
  trustLine: singleLineText(200),
  /** A text above the button that places the order. */
  buttonNote: multiLineText(1000),
  /** A text on the page of an order that was placed. */
  thankYou: multiLineText(1000),
  fields: z
    .array(CheckoutField)
    .max(maxCheckoutFields)
    .refine(hasOwnSlots, issue('duplicate_entry')),
})
export type CheckoutSettings = z.infer<typeof CheckoutSettings>
