import { z } from 'zod'
import { issue } from '#contract/lib/error/issue.ts'
import { Id, Money } from '#contract/lib/schemas.ts'
import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { RefundChange } from '#contract/order/order-input.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'
import { refundReasons } from '#contract/order/order-state.ts'
import { getPaidShipping } from '#contract/order/order-totals.ts'
import { hasReturnedUnits, listRefundableUnits } from '#contract/order/returnable-units.ts'
import { findPaidMethod, listOnlinePayments } from './online-payments.ts'

const refundDestinations = ['payments', 'split', 'byHand'] as const
type RefundDestination = (typeof refundDestinations)[number]

/** The names of the fields are the paths of the call, so that its errors appear at them. */
export const RefundForm = z
  .object({
    change: RefundChange.extend({
      payments: z.array(z.object({ payment: Id, amount: Money.nullish() })),
    }),
    destination: z.enum(refundDestinations),
    hasAmounts: z.boolean(),
  })
  .refine(values => !isEmpty(values), {
    ...issue('refund_empty'),
    path: ['change', 'additionalAmount'],
  })
export type RefundFormValues = z.input<typeof RefundForm>

type RefundedParts = Pick<OrderChangeOf<'refund'>, 'lines' | 'shipping' | 'additionalAmount'>

const isEmpty = ({ change, hasAmounts }: { change: RefundedParts; hasAmounts: boolean }): boolean =>
  change.lines.every(({ quantity, amount }) => quantity === 0 && !(hasAmounts && amount)) &&
  !change.shipping &&
  !change.additionalAmount

/** Returns the destinations of a refund, the usual one first. Money that was paid by hand is returned by hand. */
export function listDestinations(order: Pick<Order, 'payments'>): readonly RefundDestination[] {
  if (listOnlinePayments(order).length === 0) return ['byHand']
  const payments = order.payments.filter(({ kind }) => kind === 'payment')
  return payments.length > 1 ? refundDestinations : ['payments', 'byHand']
}

/** The customer can keep units that can't be restocked yet, such as packed ones. */
const listRefundable = (order: Order, orderReturn: OrderReturn | undefined) => {
  const kept = listRefundableUnits(order, { disposition: 'keep', orderReturn })
  return listRefundableUnits(order, { disposition: 'restock', orderReturn }).map(unit =>
    unit.quantity > 0 && !orderReturn
      ? { ...unit, disposition: 'restock' as const }
      : {
          line: unit.line,
          quantity: kept.find(({ line }) => line === unit.line)?.quantity ?? 0,
          disposition: 'keep' as const,
        },
  )
}

/** Returns the units to refund: none, those of a return that arrived, or those of a claim. */
const listRefundLines = (order: Order, orderReturn: OrderReturn | undefined) =>
  listRefundable(order, orderReturn)
    .filter(({ quantity }) => quantity > 0)
    .map(({ line, quantity, disposition }) => {
      const returned = orderReturn?.lines.find(each => each.line === line)
      const isSentBack = orderReturn?.kind === 'return'
      const notReceived = isSentBack && returned ? returned.quantity - returned.receivedQuantity : 0
      return {
        line,
        quantity: orderReturn ? Math.max(0, quantity - notReceived) : 0,
        amount: null,
        disposition,
      }
    })

/** The units of a claim have a reason of their own. */
function getRefundReason(order: Order, orderReturn?: OrderReturn) {
  if (order.balance < 0 && !orderReturn) return 'other' as const
  const claimedReason = orderReturn?.kind === 'claim' ? orderReturn.lines[0]?.reason : undefined
  return refundReasons.find(reason => reason === claimedReason) ?? ('returned' as const)
}

/**
 * Returns the amounts of a refund. An overpaid or canceled order suggests the amount due, of which the
 * shipping of a canceled or returned order is a part.
 */
function getDueAmounts(order: Order, orderReturn?: OrderReturn) {
  const due = orderReturn ? 0 : Math.max(-order.balance, 0)
  const openShipping = getPaidShipping(order) - sum(order.refunds.map(refund => refund.shipping))
  const shipping = hasReturnedUnits(order) ? Math.min(due, Math.max(openShipping, 0)) : 0
  return { shipping: shipping || null, additionalAmount: due - shipping || null }
}

export const getRefundValues = (order: Order, orderReturn?: OrderReturn): RefundFormValues => ({
  change: {
    kind: 'refund',
    ...(orderReturn && { return: orderReturn._id }),
    lines: listRefundLines(order, orderReturn),
    ...getDueAmounts(order, orderReturn),
    fee: null,
    reason: getRefundReason(order, orderReturn),
    note: '',
    method: findPaidMethod(order) ?? 'bank',
    reference: '',
    isNotified: true,
    payments: listOnlinePayments(order).map(({ _id }) => ({ payment: _id, amount: null })),
  },
  destination: listDestinations(order)[0] ?? 'byHand',
  hasAmounts: false,
})

export const toRefundChange = ({
  change: { payments, lines, ...change },
  destination,
  hasAmounts,
}: z.output<typeof RefundForm>): OrderChangeOf<'refund'> => ({
  ...change,
  lines: lines.map(line => (hasAmounts ? line : { ...line, amount: null })),
  ...(destination === 'byHand' && { payments: [] }),
  ...(destination === 'split' && {
    payments: payments.map(({ payment, amount }) => ({ payment, amount: amount ?? 0 })),
  }),
})
