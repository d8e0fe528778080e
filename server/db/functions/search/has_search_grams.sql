-- Returns whether the products of the store have all grams of the text. If not, no product has the
-- text, so that their texts need not be read. Runs as the owner, because the grams of drafts are
-- among them, which the storefront must not read. The limit makes the planner look up each gram,
-- instead of reading all of them.
create or replace function has_search_grams(input text) returns boolean
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
