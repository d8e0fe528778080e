-- Returns the columns of a product that follow from its variants. The stock is limited to the range of an integer.
-- Stable, because `concat_ws` is not immutable.
create or replace function summarize_variants(variants variant[])
returns table (
  price bigint, compare_at_price bigint, sku text, codes text, stock integer, track_stock boolean,
  variant_count integer)
language sql stable parallel safe as $$
  select
    coalesce(min(v.price), 0),
    (array_agg(v.compare_at_price order by v.price, v.position))[1],
    case when count(*) = 1 then min(v.sku) else '' end,
    coalesce(
      string_agg(concat_ws(' ', nullif(v.sku, ''), nullif(v.barcode, '')), ' ' order by v.position)
        filter (where v.sku <> '' or v.barcode <> ''), ''),
    least(greatest(coalesce(sum(v.stock) filter (where v.track_stock), 0), -2147483647), 2147483647)::integer,
    coalesce(bool_or(v.track_stock), true),
    count(*)::integer
  from unnest(variants) v
$$;
