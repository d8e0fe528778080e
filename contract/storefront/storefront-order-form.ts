import { z } from 'zod'
import { PostalCode } from '../lib/country/address.ts'
import { issue } from '../lib/error/issue.ts'
import { Email, Id, multiLineText, singleLineText } from '../lib/schemas.ts'
import { claimReasons } from '../order/order-state.ts'
import { claimWishes, returnReasons, returnWishes } from '../order/return-state.ts'

/** The address of the page of an order. The token opens it without an account. */
export const orderPagePath = '/orders/:id/:token'
/** The photo of a return, for its shopper. */
export const returnPhotoPath = `${orderPagePath}/photos/:file`
/** The label of a return, for its shopper. */
export const returnLabelPath = `${orderPagePath}/labels/:file`

/** A form with this key is applied once, even if it is sent twice. */
const FormKey = Id.optional().catch(undefined)

/**
 * The parts of an address that a shopper can change. The country decides about the price and the fields
 * that are required.
 */
export const OrderAddressFields = z.object({
  name: singleLineText(120).default(''),
  line1: singleLineText(200).default(''),
  line2: singleLineText(200).default(''),
  postalCode: PostalCode.default(''),
  city: singleLineText(120).default(''),
  region: singleLineText(120).default(''),
})
export type OrderAddressFields = z.infer<typeof OrderAddressFields>

/** The same parts of a billing address, beside the form of the shipping address. */
const OrderBillingFields = z.object({
  billingName: singleLineText(120).default(''),
  billingLine1: singleLineText(200).default(''),
  billingLine2: singleLineText(200).default(''),
  billingPostalCode: PostalCode.default(''),
  billingCity: singleLineText(120).default(''),
  billingRegion: singleLineText(120).default(''),
})

/** A change of an order by its shopper. */
export const OrderPageFields = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('address'), key: FormKey }).extend(OrderAddressFields.shape),
  z.object({ intent: z.literal('billingAddress'), key: FormKey }).extend(OrderBillingFields.shape),
  z.object({ intent: z.literal('cancel'), key: FormKey }),
  z.object({ intent: z.literal('again') }),
  z.object({ intent: z.literal('cancelReturn'), return: Id }),
  z.object({ intent: z.literal('pay'), payment: Id }),
])
export type OrderPageFields = z.infer<typeof OrderPageFields>

/** The statement with which a shopper withdraws from the contract of an order. */
export const OrderWithdrawalFields = z.object({ name: singleLineText(120, 1), email: Email })

/** A review of a product of the order by its shopper. */
export const OrderReviewFields = z.object({
  product: Id,
  rating: z.coerce.number().int().min(1).max(5),
  title: singleLineText(120).default(''),
  text: multiLineText(4000)
    .overwrite(text => text.replaceAll('\r\n', '\n').trim())
    .min(1),
  name: singleLineText(60, 1),
})
export type OrderReviewFields = z.infer<typeof OrderReviewFields>

const linePrefix = 'line-'
const reasonPrefix = 'reason-'

const ReturnQuantity = z.coerce.number().int().min(0).max(1_000_000)

/** A field `line-{id}` has the quantity of a line, and `reason-{id}` its reason. */
function parseReturnLines<R extends string>(
  values: Record<string, unknown>,
  Reason: z.ZodType<R>,
  context: z.RefinementCtx,
): { line: string; quantity: number; reason: R }[] {
  const ReturnLine = z.object({ line: Id, quantity: z.int().min(1), reason: Reason })
  return Object.entries(values)
    .filter(([name]) => name.startsWith(linePrefix))
    .slice(0, 200)
    .flatMap(([name, text]) => {
      const { data: quantity } = ReturnQuantity.safeParse(text)
      if (quantity === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: issue('not_a_whole_number').error,
        })
      const id = name.slice(linePrefix.length)
      const reason = values[`${reasonPrefix}${id}`]
      return ReturnLine.safeParse({ line: id, quantity, reason }).data ?? []
    })
}

const exchangePrefix = 'exchange-'

/** A field `exchange-{id}` has the variant that the shopper wants instead of the units of a line. */
const parseExchanges = (values: Record<string, unknown>): { line: string; variant: string }[] => {
  const Exchange = z.object({ line: Id, variant: Id })
  return Object.entries(values)
    .filter(([name]) => name.startsWith(exchangePrefix))
    .slice(0, 200)
    .flatMap(([name, variant]) => {
      const line = name.slice(exchangePrefix.length)
      return Exchange.safeParse({ line, variant }).data ?? []
    })
}

const ReturnText = multiLineText(1000)
  .overwrite(text => text.replaceAll('\r\n', '\n').trim())
  .default('')
const requireLines = ({ lines }: { lines: readonly unknown[] }, context: z.RefinementCtx) => {
  if (lines.length === 0)
    context.addIssue({ code: 'custom', path: ['lines'], message: issue('required').error })
}

/** The products that a shopper wants to send back. */
export const OrderReturnFields = z
  .looseObject({ key: FormKey, reason: ReturnText, wish: z.enum(returnWishes).catch('any') })
  .transform(({ key, reason, wish, ...values }, context) => ({
    key,
    reason,
    wish,
    lines: parseReturnLines(values, z.enum(returnReasons).catch('other'), context),
    exchanges: wish === 'exchange' ? parseExchanges(values) : [],
  }))
  .superRefine(requireLines)

/** The products of an order that arrived broken, were wrong or did not arrive. */
export const OrderClaimFields = z
  .looseObject({ key: FormKey, reason: ReturnText, wish: z.enum(claimWishes).catch('any') })
  .transform(({ key, reason, wish, ...values }, context) => ({
    key,
    reason,
    wish,
    lines: parseReturnLines(values, z.enum(claimReasons).catch('damaged'), context),
  }))
  .superRefine(requireLines)

/** The changes of an order by its shopper that its page confirms. */
export const storefrontOrderChanges = ['changed', 'return', 'claim', 'requestCanceled'] as const
export type StorefrontOrderChange = (typeof storefrontOrderChanges)[number]
