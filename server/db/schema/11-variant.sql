create table variant (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  product_id uuid not null,
  position integer not null default 0,
  options text[] not null default '{}',
  image_id uuid,
  sku text not null default '',
  -- A column, because row security keeps an index on lower(sku) from being used.
  folded_sku text not null generated always as (lower(sku)) stored,
  barcode text not null default '',
  price bigint not null default 0 check (price >= 0),
  compare_at_price bigint check (compare_at_price >= 0),
  -- The lowest price of the 30 days before a reduction (directive 98/6/EC, article 6a).
  prior_price bigint,
  cost bigint check (cost >= 0),
  track_stock boolean not null default true,
  stock integer not null default 0,
  allow_backorder boolean not null default false,
  weight integer not null default 0 check (weight >= 0),
  -- The content, and the amount that the unit price is for, both in the same unit.
  measure_amount numeric(12,3) check (measure_amount > 0),
  measure_unit text check (measure_unit in ('kg', 'g', 'l', 'ml', 'm', 'm2', 'item')),
  reference_amount numeric(12,3) check (reference_amount > 0),
  primary key (store_id, id),
  foreign key (store_id, image_id) references product_image on delete set null (image_id),
  foreign key (store_id, product_id) references product on delete cascade,
  constraint variant__options__taken unique (store_id, product_id, options)
    deferrable initially deferred,
  constraint variant__stock__insufficient check (stock >= 0 or allow_backorder or not track_stock)
);
comment on table variant is 'Erasure of a customer
not personal: options sku barcode measure_unit';
create index variant__product on variant (store_id, product_id, position, id);
create index variant__folded_sku on variant (store_id, folded_sku) where folded_sku <> '';
select belongs_to_store('variant');
drop trigger audit on variant;
create trigger audit after insert or delete on variant for each row
  when (current_setting('app.is_undone', true) is distinct from 'on') execute function audit_row('prior_price');
create trigger audit_update after update on variant for each row
  when (current_setting('app.is_undone', true) is distinct from 'on'
    and coalesce(current_setting('app.stock_reason', true), '') not in ('order', 'hold', 'release'))
  execute function audit_row('prior_price');
-- The stock after a sale follows from the lines of the order, and is in `stock_movement`.
create trigger audit_sale after update on variant for each row
  when (current_setting('app.is_undone', true) is distinct from 'on'
    and current_setting('app.stock_reason', true) in ('order', 'hold', 'release'))
  execute function audit_row('prior_price', 'stock');
create policy storefront on variant as restrictive for select to storewright_storefront
  using (exists (
    select from product p where p.store_id = variant.store_id and p.id = variant.product_id));
grant select (
  store_id, id, product_id, position, options, image_id, sku, barcode, price, compare_at_price,
  prior_price, track_stock, stock, allow_backorder, weight, measure_amount, measure_unit,
  reference_amount
) on variant to storewright_storefront;
create trigger notification_stock after update on variant
  referencing old table as old_variants new table as changed for each statement
  execute function add_low_stock_notification();
create trigger product_alerts after update on variant for each row
  when (
    new.price < old.price
    or old.track_stock and not old.allow_backorder and old.stock <= 0
      and (new.stock > 0 or not new.track_stock or new.allow_backorder)
  ) execute function enqueue_product_alerts();
create trigger refresh_deleted after delete on variant
  referencing old table as changed for each statement
  execute function refresh_products_of_variants();
create trigger refresh_inserted after insert on variant
  referencing new table as changed for each statement
  execute function refresh_products_of_variants();
create trigger refresh_updated after update on variant
  referencing new table as changed for each statement
  execute function refresh_products_of_variants();
create trigger stock_movement_inserted after insert on variant
  referencing new table as changed for each statement execute function record_stock_movement();
create trigger stock_movement_updated after update on variant
  referencing old table as old_variants new table as changed for each statement
  execute function record_stock_movement();
create trigger storefront_inserted after insert or delete on variant for each row
  execute function add_storefront_revision();
create trigger storefront_measure_updated after update on variant for each row
  when (
    (old.measure_amount, old.measure_unit, old.reference_amount)
    is distinct from
    (new.measure_amount, new.measure_unit, new.reference_amount)
  ) execute function add_storefront_revision();
create trigger storefront_updated after update on variant for each row
  when (
    (old.options, old.sku, old.barcode, old.price, old.compare_at_price, old.track_stock,
      old.allow_backorder, old.weight, old.image_id, old.position)
    is distinct from
    (new.options, new.sku, new.barcode, new.price, new.compare_at_price, new.track_stock,
      new.allow_backorder, new.weight, new.image_id, new.position)
    or old.stock <> new.stock and least(old.stock, new.stock) <= 5
  ) execute function add_storefront_revision();
create trigger track_price before update of price, compare_at_price on variant for each row
  when ((old.price, old.compare_at_price) is distinct from (new.price, new.compare_at_price))
  execute function track_variant_price();

-- Every change of a stock with its reason. The sum is the stock.
create table stock_movement (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  at timestamptz not null default now(),
  variant_id uuid not null,
  delta integer not null check (delta <> 0),
  stock_after integer not null,
  reason text not null,
  order_id uuid,
  person_id uuid,
  primary key (store_id, id),
  foreign key (store_id, variant_id) references variant on delete cascade
);
comment on table stock_movement is 'Erasure of a customer
not personal: reason';
create index stock_movement__variant on stock_movement (store_id, variant_id, id desc);
alter table stock_movement enable row level security, force row level security;
create policy own_store on stock_movement
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert on stock_movement to storewright_app;
create trigger webhook_moved after insert on stock_movement
  referencing new table as moved for each statement execute function enqueue_webhook_event_stock();

-- The earlier prices of variants. A variant whose price never changed has no row.
create table price_history (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  variant_id uuid not null,
  price bigint not null,
  ended_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, variant_id) references variant on delete cascade
);
create index price_history__variant on price_history (store_id, variant_id);
alter table price_history enable row level security, force row level security;
create policy own_store on price_history
  using (store_id = current_store()) with check (store_id = current_store());
grant select, insert, update, delete on price_history to storewright_app;
