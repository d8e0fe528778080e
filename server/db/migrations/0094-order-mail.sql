-- What a store has changed of the emails to its shoppers: `templates` has the texts by language. Emails without a row
-- have the default texts.
create table order_mail (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('received', 'paid', 'payment_failed', 'shipped', 'delivered', 'cancelled',
    'refunded', 'return_accepted', 'return_declined', 'withdrawal')),
  is_enabled boolean not null default true,
  templates jsonb not null default '{}',
  primary key (business_id, id),
  constraint order_mail__kind unique (business_id, kind)
);
select belongs_to_business('order_mail');
