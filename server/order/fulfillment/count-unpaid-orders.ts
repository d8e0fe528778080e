import { maxCountedRows } from '#contract/lib/call/bulk.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import { OrderStatus } from '#contract/order/order-state.ts'
import { kindsPaidOnArrival } from '#contract/payment/payment-method.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { OrderSelection } from '../order-bulk.ts'
import { findOrderConditions } from '../order-list.ts'
import { statusTransitions } from './order-status.ts'

const statusesBeforeShipping = OrderStatus.options.filter(
  status => status !== 'delivered' && statusTransitions[status].includes('shipped'),
)

/**
 * Returns how many of the selected orders can be shipped although money is due that the customer does
 * not pay on arrival.
 */
export async function countUnpaidOrders(
  tx: Tx,
  { ids, filter, excludedIds = [] }: OrderSelection,
  abilities: readonly Ability[],
): Promise<number> {
  const conditions = filter
    ? await findOrderConditions(tx, filter, abilities)
    : [tx`o.id = any (${ids ?? []}::uuid[])`]
  const selected = conditions.reduce((all, condition) => tx`${all} and ${condition}`, tx`true`)
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from (
      select from "order" o
      where ${selected} and o.id <> all (${excludedIds}::uuid[])
        and o.status = any (${statusesBeforeShipping}) and o.paid_total - o.refunded_total < order_net_value(o)
        and not exists (
          select from payment_method m
          where m.name = o.payment_method and m.kind = any (${kindsPaidOnArrival}))
      limit ${maxCountedRows}) unpaid`
  return row?.count ?? 0
}
