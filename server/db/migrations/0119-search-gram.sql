-- The rows of four letters in the texts of a store's products. A search for a text with other letters
-- finds nothing, so it does not read the texts. Rows are derived, so they are not audited.
create table search_gram (
  business_id uuid not null default current_business() references business on delete cascade,
  gram text collate "C" not null,
  id uuid not null default new_id(),
  primary key (business_id, gram, id)
);
alter table search_gram enable row level security;
alter table search_gram force row level security;
create policy own_business on search_gram
  using (business_id = current_business()) with check (business_id = current_business());
grant select, insert on search_gram to storewright_app;

-- Complete, because products can change before the files of the functions are applied.
create function search_grams(input text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct substr(letters, position, 4)
    from regexp_split_to_table(lower(input), '[^a-z]+') letters, generate_series(1, length(letters) - 3) position)
$$;

create function add_search_grams() returns trigger language plpgsql as $$
begin
  insert into search_gram (business_id, gram)
  select new.business_id, wanted.gram
  from unnest(search_grams(new.searched)) wanted (gram)
  left join lateral (
    select true as is_found from search_gram g
    where g.business_id = new.business_id and g.gram = wanted.gram
    limit 1
  ) stored on true
  where is_found is null;
  return null;
end $$;

create function has_search_grams(input text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select not exists (
    select
    from unnest(search_grams(input)) wanted (gram)
    left join lateral (
      select true as is_found from search_gram g
      where g.business_id = current_business() and g.gram = wanted.gram
      limit 1
    ) stored on true
    where is_found is null)
$$;
revoke all on function has_search_grams from public;
grant execute on function has_search_grams to storewright_app, storewright_storefront;

create trigger search_grams_added after insert on product for each row execute function add_search_grams();
create trigger search_grams_changed after update on product for each row
  when (old.searched is distinct from new.searched) execute function add_search_grams();
