-- Adds the email that tells the store what happened with an order to the present kinds.
alter table order_mail drop constraint order_mail_kind_check;
alter table order_mail add constraint order_mail_kind_check check (kind in ('received', 'payment_request', 'paid',
  'payment_failed', 'shipped', 'delivered', 'cancelled', 'refunded', 'return_accepted', 'return_declined',
  'withdrawal', 'new_order', 'order_notification'));
