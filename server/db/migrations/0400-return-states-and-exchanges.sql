alter table order_mail
  drop constraint order_mail_kind_check,
  add check (kind in ('received', 'payment_request', 'paid', 'payment_failed', 'shipped',
    'delivered', 'cancelled', 'refunded', 'return_requested', 'return_accepted', 'return_declined',
    'return_in_transit', 'return_received', 'return_settled', 'return_canceled', 'withdrawal',
    'new_order', 'order_notification'));

-- The checks of the new foreign keys read the rows of all stores.
alter table "order" no force row level security;
alter table order_return no force row level security;
alter table "order"
  add column original_order_id uuid,
  add foreign key (store_id, original_order_id) references "order"
    on delete set null (original_order_id);
alter table order_return
  add column exchange_order_id uuid,
  add foreign key (store_id, exchange_order_id) references "order"
    on delete set null (exchange_order_id);
alter table "order" force row level security;
alter table order_return force row level security;
create index order__original on "order" (store_id, original_order_id)
  where original_order_id is not null;
create index order_return__exchange on order_return (store_id, exchange_order_id)
  where exchange_order_id is not null;
