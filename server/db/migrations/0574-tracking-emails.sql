-- Emails about new tracking of shipped parcels. Stores that turned off the emails about shipments sent none so far.
alter table order_mail
  drop constraint order_mail_kind_check,
  add check (kind in ('received', 'changed', 'payment_request', 'paid', 'payment_failed', 'shipped',
    'tracking_updated', 'delivered', 'parcel_lost', 'parcel_canceled', 'cancelled', 'refunded',
    'return_requested', 'return_accepted', 'return_declined', 'return_in_transit', 'return_received',
    'return_settled', 'return_canceled', 'return_instructions', 'claim_requested', 'claim_accepted',
    'claim_declined', 'claim_settled', 'claim_canceled', 'replacement', 'withdrawal', 'invoice',
    'credit_note', 'new_order', 'order_notification'));
alter table order_mail no force row level security, disable trigger audit;
insert into order_mail (store_id, kind, is_enabled)
select store_id, 'tracking_updated', false from order_mail where kind = 'shipped' and not is_enabled;
alter table order_mail force row level security, enable trigger audit;
