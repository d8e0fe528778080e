import { omitFields } from '#contract/lib/shape.ts'
import type { FulfillmentStatus, OrderStatus, ReturnProgress } from '#contract/order/order-state.ts'
import type { BankAccount } from '#contract/payment/payment-method.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import type { RefundAmounts } from '../payment/load-refund-amounts.ts'
import type { ReturnColumns } from './shopper-returns.ts'

type DerivedField =
  | 'state'
  | 'partialState'
  | 'steps'
  | 'canCancel'
  | 'canWithdraw'
  | 'returnPeriod'
  | 'balance'
  | 'refundDue'
  | 'isRefundable'
  | 'taxes'
  | 'bankTransfer'
  | 'addressForms'
export type OrderPageRow = Omit<StorefrontOrder, DerivedField | 'lines' | 'returns'> &
  ReturnColumns &
  RefundAmounts & {
    status: OrderStatus
    fulfillmentStatus: FulfillmentStatus
    returnProgress: ReturnProgress
    paidTotal: number
    refundedTotal: number
    refundedOverpayment: number
    failedRefunds: number
    /** Also of a former customer, whose statement is hidden. */
    hasWithdrawal: boolean
    isWithdrawn: boolean
    isLost: boolean
    isPaid: boolean
    paidAt: string | null
    shippedAt: string | null
    deliveredAt: string | null
    needsShipping: boolean
    isShipping: boolean
    /** Also of an order whose shopper can still choose a bank transfer. */
    bankAccount: BankAccount | null
    shippingTax: number
    shippingTaxRate: number
    taxLines: { taxRate: number; tax: number; total: number }[]
  }

/** Columns from which the page is computed, and which it does not contain. */
const sourceColumns = [
  'status',
  'fulfillmentStatus',
  'returnProgress',
  'returnDays',
  'returnFiles',
  'unitRefunds',
  'lostParcels',
  'paidTotal',
  'refundedTotal',
  'keptTotal',
  'returnDue',
  'waivedTotal',
  'refundedOverpayment',
  'pendingOverpayment',
  'failedRefunds',
  'customerSince',
  'hasWithdrawal',
  'isWithdrawn',
  'isLost',
  'isPaid',
  'paidAt',
  'shippedAt',
  'deliveredAt',
  'needsShipping',
  'isShipping',
  'bankAccount',
  'shippingTax',
  'shippingTaxRate',
  'taxLines',
] as const satisfies readonly (keyof OrderPageRow)[]

export const omitSourceColumns = (row: OrderPageRow) => omitFields(row, sourceColumns)
