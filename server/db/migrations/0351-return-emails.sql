alter table order_mail
  drop constraint order_mail_kind_check,
  add check (kind in ('received', 'payment_request', 'paid', 'payment_failed', 'shipped',
    'delivered', 'cancelled', 'refunded', 'return_requested', 'return_accepted', 'return_declined',
    'return_received', 'withdrawal', 'new_order', 'order_notification'));
