-- The carts of shoppers, without an account. Only the functions below read and change them, for the holder of a token,
-- of which the hash is stored. Carts are neither audited nor announced: they belong to shoppers, who change them often.
create table cart (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  token_hash bytea not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (business_id, id),
  constraint cart__token unique (business_id, token_hash)
);
create index cart__old on cart (updated_at);

-- A line keeps the names and the price that the shopper saw, also of a variant that is deleted later, so that the page
-- of the cart can name each change. `asked_quantity` is above `quantity` after the quantity was reduced.
create table cart_line (
  business_id uuid not null default current_business() references business on delete cascade,
  id uuid not null default new_id(),
  cart_id uuid not null,
  variant_id uuid not null,
  title text not null,
  variant_title text not null default '',
  price bigint not null,
  quantity integer not null check (quantity > 0),
  asked_quantity integer not null,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, cart_id) references cart (business_id, id) on delete cascade,
  constraint cart_line__variant unique (business_id, cart_id, variant_id),
  check (asked_quantity >= quantity)
);

do $do$ declare t text; begin
  foreach t in array array['cart', 'cart_line'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_business on %I
      using (business_id = current_business()) with check (business_id = current_business())', t);
  end loop;
end $do$;
-- For the function that deletes old carts of every store.
do $$ begin
  execute format('create policy owner_cleanup on cart to %I using (true)
    with check (business_id = current_business())', current_user);
end $$;

create function add_to_cart(
  cart_token bytea, new_token bytea, wanted_variant uuid, wanted_quantity integer, max_quantity integer,
  max_lines integer
) returns text language sql as 'select null::text';
create function change_cart_line(cart_token bytea, wanted_line uuid, wanted_quantity integer) returns text
language sql as 'select null::text';
create function remove_cart_line(cart_token bytea, removed_line uuid) returns void language sql as '';
create function set_cart_note(cart_token bytea, new_note text) returns void language sql as '';
create function read_cart(cart_token bytea)
returns table (
  note text, line_id uuid, variant_id uuid, title text, variant_title text, price bigint, quantity integer,
  asked_quantity integer
)
language sql as $$ select '', null::uuid, null::uuid, '', '', 0::bigint, 0, 0 where false $$;
create function delete_old_carts(max_count integer) returns integer language sql as 'select 0';
