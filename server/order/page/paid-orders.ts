import { paymentProviders } from '#contract/payment/payment-account.ts'
import { manualPaymentKinds } from '#contract/payment/payment-method.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectIsWithdrawn } from './shopper-order-state.ts'

/** Selects whether no amount of an order `o` is due. */
export const selectIsPaid = (tx: Tx) => tx`o.paid_total - o.refunded_total >= order_net_value(o)`

/** Offered while an order can be paid and money is due. */
export const selectOnlinePayments = (tx: Tx) => tx`
  case when o.status not in ('draft', 'cancelled', 'returned') and not ${selectIsPaid(tx)}
    and not ${selectIsWithdrawn(tx)} then coalesce((
      select jsonb_agg(jsonb_build_object('_id', m.id, 'name', m.name) order by m.position, m.id)
      from payment_method m where m.enabled and m.kind in ${tx(paymentProviders)}), '[]')
    else '[]' end`

/** Selects whether an order `o` was paid, so that it has a receipt. */
export const selectHasReceipt = (tx: Tx) => tx`
  (
    ${selectIsPaid(tx)} and not o.is_customer_erased
    and exists (select from payment p where p.order_id = o.id and p.kind = 'payment')
  )`

/**
 * Selects the ways to pay an order `o` without a payment method. Cash is paid at the
 * pickup of orders without an address, and on the delivery of others.
 */
export const selectPaymentChoices = (tx: Tx) => tx`
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', p.name, 'instructions', p.instructions) order by p.position, p.id), '[]')
    from payment_method p
    where o.payment_method = '' and p.enabled and p.kind = any (${[...manualPaymentKinds]}::text[])
      and p.kind <> case when coalesce(o.shipping_address ->> 'line1', '') = ''
        then 'cash_on_delivery' else 'cash_at_pickup' end
  )`
