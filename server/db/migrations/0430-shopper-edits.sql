alter table order_mail
  drop constraint order_mail_kind_check,
  add check (kind in ('received', 'changed', 'payment_request', 'paid', 'payment_failed', 'shipped',
    'delivered', 'cancelled', 'refunded', 'return_requested', 'return_accepted', 'return_declined',
    'return_in_transit', 'return_received', 'return_settled', 'return_canceled', 'withdrawal',
    'new_order', 'order_notification'));

alter table notification
  drop constraint notification_kind_check,
  add check (
    kind in ('order_created', 'stock_low', 'import_ready', 'import_done', 'import_failed',
      'domain_active', 'domain_failed', 'webhook_off', 'webhook_left', 'contact_message')
    or kind in ('order_canceled', 'order_withdrawn', 'return_requested')
    or kind = 'review_added'
    or kind in ('payment_failed', 'payment_late')
    or kind in ('refund_failed', 'refund_due', 'payment_disputed')
    or kind in ('dispute_won', 'dispute_lost')
    or kind in ('payment_mismatch', 'payment_account_failed')
    or kind = 'payment_unsettled'
  );

-- The refund of an overpayment no longer reduces the sales.
create or replace function order_net_sales(o "order") returns bigint language sql immutable parallel safe as $$
  select greatest(o.total - o.shipping_total - o.tax_total
    + case when o.tax_included then o.shipping_tax else 0 end
    - greatest(o.refunded_total - greatest(o.paid_total - o.total, 0), 0), 0)
$$;
drop trigger sales_updated on "order";
create trigger sales_updated after update on "order" for each row
  when (
    (old.status, old.payment_status, old.fulfillment_status, old.return_status,
      old.archived_at is null, old.customer_id, old.created_at, old.item_count, old.subtotal,
      old.discount_total, old.shipping_total, old.tax_total, old.paid_total, old.refunded_total,
      old.total)
    is distinct from
    (new.status, new.payment_status, new.fulfillment_status, new.return_status,
      new.archived_at is null, new.customer_id, new.created_at, new.item_count, new.subtotal,
      new.discount_total, new.shipping_total, new.tax_total, new.paid_total, new.refunded_total,
      new.total)
  ) execute function track_order_sales();
alter table "order" no force row level security;
alter table sales_change no force row level security;
insert into sales_change (store_id, kind, item_id, at, status, payment_status, fulfillment_status,
  return_status, is_archived, net)
select store_id, 'order', coalesce(customer_id, '00000000-0000-0000-0000-000000000000'), created_at,
  status, payment_status, fulfillment_status, return_status, archived_at is not null,
  order_net_sales("order") - greatest(total - shipping_total - tax_total
    + case when tax_included then shipping_tax else 0 end - refunded_total, 0)
from "order"
where refunded_total > 0 and paid_total > total;
alter table sales_change force row level security;
alter table "order" force row level security;
