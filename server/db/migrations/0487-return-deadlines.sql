-- Returns have a day until which the customer sends the units back.
alter table order_return add column send_back_by date;
alter table order_mail
  drop constraint order_mail_kind_check,
  add check (kind in ('received', 'changed', 'payment_request', 'paid', 'payment_failed', 'shipped',
    'delivered', 'cancelled', 'refunded', 'return_requested', 'return_accepted', 'return_declined',
    'return_in_transit', 'return_received', 'return_settled', 'return_canceled',
    'return_instructions', 'claim_requested', 'claim_accepted', 'claim_declined', 'claim_settled',
    'claim_canceled', 'replacement', 'withdrawal', 'new_order', 'order_notification'));
