create or replace function belongs_to_store(t regclass, derived text[] default '{}')
returns void language plpgsql as $$
declare
  derived_columns text := (select coalesce(string_agg(quote_literal(name), ', '), '') from unnest(derived) name);
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy own_store on %s
    using (store_id = current_store()) with check (store_id = current_store())', t);
  execute format('create trigger audit after insert or update or delete on %s for each row
    when (current_setting(''app.is_undone'', true) is distinct from ''on'') execute function audit_row(%s)',
    t, derived_columns);
  execute format('create constraint trigger refuse_undone after insert or update or delete on %s
    deferrable initially deferred for each row when (current_setting(''app.is_undone'', true) = ''on'')
    execute function refuse_undone()', t);
  execute format('grant select, insert, update, delete on %s to storewright_app', t);
end $$;
-- What the search of a store does with some terms. A deleted product stays in the lists and is skipped.
create table search_rule (
  store_id uuid not null default current_store() references store on delete cascade,
  id uuid not null default new_id(),
  terms text[] not null,
  pinned_products uuid[] not null default '{}',
  hidden_products uuid[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
comment on table search_rule is 'Erasure of a customer
not personal: terms';
select belongs_to_store('search_rule', '{version,updated_at}');
grant select (
  store_id, id, terms, pinned_products, hidden_products
) on search_rule to storewright_storefront;
create trigger storefront_inserted after insert or delete on search_rule for each row
  execute function add_storefront_revision();
create trigger storefront_updated after update on search_rule for each row
  when (old.* is distinct from new.*) execute function add_storefront_revision();
