import type { Tx } from '../../lib/db/db.ts'

/**
 * Selects the part of a row of `refund` that its provider did not return and that
 * no retry returns, at most the unrefunded payments of its order `o`.
 */
export const selectFailedAmount = (tx: Tx) => tx`
  case when exists (
    select from payment_refund f
    where f.order_id = refund.order_id and f.refund_id = refund.id and f.state = 'failed'
  ) then greatest(0, least(
    refund.amount - coalesce((
      select sum(p.amount) from payment p
      where p.order_id = refund.order_id and p.refund_id = refund.id and p.provider = ''
    ), 0) - coalesce((
      select sum(f.amount) from payment_refund f
      where f.order_id = refund.order_id and f.refund_id = refund.id and f.state <> 'failed'
    ), 0),
    o.paid_total - o.refunded_total - coalesce((
      select sum(f.amount) from payment_refund f
      where f.order_id = refund.order_id and f.state = 'pending'
    ), 0)
  )) else 0 end::bigint`
