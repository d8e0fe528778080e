import { z } from 'zod'
import { PostalCode } from '../lib/country/address.ts'
import { issue } from '../lib/error/issue.ts'
import { Email, Id, multiLineText, singleLineText } from '../lib/schemas.ts'
import { returnReasons, returnWishes } from '../order/return-state.ts'

/** The address of the page of an order. The token opens it without an account. */
export const orderPagePath = '/orders/:id/:token'
/** The photo of a return, for its shopper. */
export const returnPhotoPath = `${orderPagePath}/photos/:photo`

/**
 * The parts of the shipping address that a shopper can change. Its country decides about the price and the
 * fields that are required.
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

/** A change of an order by its shopper. */
export const OrderPageFields = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('address') }).extend(OrderAddressFields.shape),
  z.object({ intent: z.literal('cancel') }),
  z.object({ intent: z.literal('again') }),
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
const ReturnLine = z.object({
  line: Id,
  quantity: ReturnQuantity,
  reason: z.enum(returnReasons).catch('other'),
})

/** The products that a shopper wants to send back: a field `line-{id}` has the quantity of a line. */
export const OrderReturnFields = z
  .looseObject({
    reason: multiLineText(1000).default(''),
    wish: z.enum(returnWishes).catch('any'),
  })
  .transform(({ reason, wish, ...values }, context) => {
    const lines = Object.entries(values)
      .filter(([name]) => name.startsWith(linePrefix))
      .slice(0, 200)
      .flatMap(([name, quantity]) => {
        const id = name.slice(linePrefix.length)
        const line = ReturnLine.safeParse({
          line: id,
          quantity,
          reason: values[`${reasonPrefix}${id}`],
        })
        return line.success && line.data.quantity > 0 ? [line.data] : []
      })
    if (lines.length === 0)
      context.addIssue({ code: 'custom', path: ['lines'], message: issue('required').error })
    return { reason: reason.replaceAll('\r\n', '\n').trim(), wish, lines }
  })
