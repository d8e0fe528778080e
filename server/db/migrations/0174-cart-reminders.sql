-- When the shopper of an order was reminded of a cart before it, so that staff see which carts came back.
alter table "order" add column reminded_at timestamptz;
create index order__reminded on "order" (business_id, created_at desc) where reminded_at is not null;
create index cart__reminder_due on cart (business_id, updated_at)
  where reminder_consent_at is not null and reminder_sent_at is null;

create function set_reminded_at() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger set_reminded_at before insert on "order" for each row
  when (new.source = 'storefront' and new.customer_email <> '')
  execute function set_reminded_at();
