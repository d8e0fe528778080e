-- Emails with invoices and credit notes.
alter table order_mail
  drop constraint order_mail_kind_check,
  add check (kind in ('received', 'changed', 'payment_request', 'paid', 'payment_failed', 'shipped',
    'delivered', 'parcel_lost', 'parcel_canceled', 'cancelled', 'refunded', 'return_requested',
    'return_accepted', 'return_declined', 'return_in_transit', 'return_received', 'return_settled',
    'return_canceled', 'return_instructions', 'claim_requested', 'claim_accepted', 'claim_declined',
    'claim_settled', 'claim_canceled', 'replacement', 'withdrawal', 'invoice', 'credit_note', 'new_order',
    'order_notification'));
