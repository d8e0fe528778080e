import type { Tx } from '../../lib/db/db.ts'

/** Selects the refunds of an order `o`. The value of an exchange is not paid out. */
export const selectShopperRefunds = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(r order by r.at, r._id), '[]') from (
      select id as _id, amount, at, false as "isPending", method, provider <> '' as "isOnline"
      from payment
      where order_id = o.id and kind = 'refund' and method <> 'exchange'
      union all
      select id, amount, created_at, true, 'other', true from payment_refund
      where order_id = o.id and state = 'pending'
    ) r
  )`

/** Selects the exchanges that an order `o` pays, or by which it is paid. */
export const selectExchangeCredits = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object('_id', p.id, 'isReceived', p.kind = 'payment',
      'amount', p.amount, 'order', p.reference, 'at', p.at) order by p.at, p.id), '[]')
    from payment p where p.order_id = o.id and p.method = 'exchange'
  )`

/** Selects the amount of an order `o` whose refund failed. */
export const selectFailedRefunds = (tx: Tx) => tx`
  (
    select coalesce(sum(failed_refund_amount(r, o)), 0)::float8 from refund r where r.order_id = o.id
  )`
