-- Claims are returns whose units are not sent back.
alter table order_return
  add column kind text not null default 'return' check (kind in ('return', 'claim')),
  drop constraint order_return_wish_check,
  add check (wish in ('refund', 'exchange', 'any', 'replacement'));
comment on table order_return is 'Erasure of a customer
by record: order_id
empty: reason answer
not personal: number kind status wish';
alter table order_return_line
  add column replaced_quantity integer not null default 0,
  drop constraint order_return_line_reason_check,
  add check (reason in ('unwanted', 'wrong_size', 'defective', 'wrong_item', 'not_as_described',
    'late', 'other', 'damaged', 'not_delivered')),
  add check (replaced_quantity between 0 and quantity);
alter table order_mail
  drop constraint order_mail_kind_check,
  add check (kind in ('received', 'changed', 'payment_request', 'paid', 'payment_failed', 'shipped',
    'delivered', 'cancelled', 'refunded', 'return_requested', 'return_accepted', 'return_declined',
    'return_in_transit', 'return_received', 'return_settled', 'return_canceled', 'claim_requested',
    'claim_accepted', 'claim_declined', 'claim_settled', 'claim_canceled', 'replacement',
    'withdrawal', 'new_order', 'order_notification'));
alter table notification
  drop constraint notification_kind_check,
  add check (
    kind in ('order_created', 'stock_low', 'import_ready', 'import_done', 'import_failed',
      'domain_active', 'domain_failed', 'webhook_off', 'webhook_left', 'contact_message')
    or kind in ('order_canceled', 'order_withdrawn', 'return_requested', 'claim_requested')
    or kind = 'review_added'
    or kind in ('payment_failed', 'payment_late')
    or kind in ('refund_failed', 'refund_due', 'payment_disputed')
    or kind in ('dispute_won', 'dispute_lost')
    or kind in ('payment_mismatch', 'payment_account_failed')
    or kind = 'payment_unsettled'
  );
