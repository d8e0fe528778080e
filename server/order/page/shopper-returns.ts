import { omitFields } from '#contract/lib/shape.ts'
import type { OrderFile } from '#contract/order/file/order-file.ts'
import { countLineUnits } from '#contract/order/open-units.ts'
import type { Fulfillment, OrderLine, OrderReturn } from '#contract/order/order-part.ts'
import {
  listReplaceableUnits,
  listReturnableUnits,
  type ReplaceableOrder,
} from '#contract/order/returnable-units.ts'
import type { StorefrontOrder, StorefrontOrderLine } from '#contract/storefront/storefront-order.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getReturnPeriod } from './return-period.ts'

/** The columns of an order that its returns and claims follow from. */
export type ReturnColumns = {
  lines: (Omit<StorefrontOrderLine, 'returnable' | 'claimable'> &
    Pick<OrderLine, 'fulfilledQuantity' | 'returnedQuantity' | 'replacedQuantity'>)[]
  returns: OrderReturn[]
  returnFiles: { _id: string; return: string; purpose: OrderFile['purpose']; fileName: string }[]
  unitRefunds: ReplaceableOrder['refunds'][number][]
  lostParcels: Pick<Fulfillment, 'status' | 'lines'>[]
  /** The days in which the store accepts returns. Null means no limit. */
  returnDays: number | null
  /** When the order got its customer from a former one. */
  customerSince: string | null
  shippedAt: string | null
  deliveredAt: string | null
}

/** Selects the units of an order `o` whose price was refunded. */
export const selectUnitRefunds = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object('return', r.return_id, 'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'line', l.line_id, 'quantity', l.quantity, 'disposition', l.disposition)), '[]')
      from refund_line l where l.refund_id = r.id))), '[]')
    from refund r where r.order_id = o.id
  )`

/** Selects the lost parcels of an order `o`. */
export const selectLostParcels = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object('status', status, 'lines', lines)), '[]')
    from fulfillment where order_id = o.id and status = 'lost'
  )`

/** Selects the other variants for sale of the product of a line `l` with shipped units. */
export const selectExchangeVariants = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      '_id', v.id, 'title', array_to_string(v.options, ' / ')) order by v.position, v.id), '[]')
    from product p join variant v on v.store_id = p.store_id and v.product_id = p.id
    where l.fulfilled_quantity > 0 and p.id = l.product_id and p.status = 'active'
      and v.id is distinct from l.variant_id
      and (not v.track_stock or v.allow_backorder or v.stock > 0)
  )`

type Terms = { country: string | undefined; vatId: string; seller: StorefrontOrder['seller'] }

/** Returns what the shopper sees of returns and claims, and the units that can be returned or claimed. */
export function toShopperReturns(
  order: ReturnColumns & Terms & PaidAmounts,
): Pick<StorefrontOrder, 'lines' | 'returns' | 'returnPeriod'> {
  const { lines, returns, unitRefunds, lostParcels } = order
  const returnableUnits = listReturnableUnits({ lines, returns, fulfillments: lostParcels })
  const claimableUnits = listReplaceableUnits({ lines, returns, refunds: unitRefunds })
  const { isOpen, period } = getReturnPeriod({ ...order, timeZone: order.seller.timezone })
  const hasUnits = lines.some(
    line => line.isWithdrawable && countLineUnits(returnableUnits, line._id) > 0,
  )
  return {
    returnPeriod: hasUnits ? period : null,
    lines: lines.map(line => ({
      ...omitFields(line, ['fulfilledQuantity', 'returnedQuantity', 'replacedQuantity']),
      returnable: isOpen && line.isWithdrawable ? countLineUnits(returnableUnits, line._id) : 0,
      // No limit: the legal guarantee for faulty goods lasts longer than any return period.
      claimable: countLineUnits(claimableUnits, line._id),
    })),
    returns: returns.map(orderReturn => toShopperReturn(order, orderReturn)),
  }
}

type PaidAmounts = { paidTotal: number; refundedTotal: number; keptTotal: number }

function toShopperReturn(
  {
    returnFiles,
    customerSince,
    paidTotal,
    refundedTotal,
    keptTotal,
  }: Pick<ReturnColumns, 'returnFiles' | 'customerSince'> & PaidAmounts,
  { _id, number, kind, status, answer, createdAt, newOrders, lines, ...rest }: OrderReturn,
): StorefrontOrder['returns'][number] {
  const files = returnFiles.filter(file => file.return === _id)
  const label = files.find(({ purpose }) => purpose === 'label')
  const answeredAt = Date.parse(rest.decidedAt ?? createdAt)
  const isFormerAnswer = customerSince !== null && answeredAt < Date.parse(customerSince)
  return {
    _id,
    number,
    kind,
    status,
    answer: isFormerAnswer ? '' : answer,
    isRefunded:
      lines.some(line => line.refundedQuantity > 0) ||
      (refundedTotal > 0 && paidTotal - refundedTotal <= keptTotal),
    newOrders: newOrders.map(each => each.number),
    createdAt,
    lines: lines.map(({ line, quantity, receivedQuantity }) => ({
      line,
      quantity,
      receivedQuantity,
    })),
    photos: files.filter(({ purpose }) => purpose === 'return_photo').map(file => file._id),
    label: label ? { _id: label._id, fileName: label.fileName } : null,
    sendBackBy: rest.sendBackBy,
    isLate: rest.isLate,
  }
}
