-- Adds the swatches that the values of options have in other products, after those of the product.
create or replace function add_store_swatches(options jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(o.option || coalesce(known.swatches, '{}') order by o.position), '[]')
  from jsonb_array_elements(options) with ordinality o (option, position)
  left join lateral (
    select jsonb_build_object('swatches', coalesce(o.option -> 'swatches', '[]') || jsonb_agg(found.swatch)) as swatches
    from jsonb_array_elements_text(o.option -> 'values') v (value)
    cross join find_swatch(o.option ->> 'name', v.value) found (swatch)
    where found.swatch is not null
    having count(*) > 0
  ) known on exists (
    select from product_swatch s where s.store_id = current_store() and s.name = lower(o.option ->> 'name'))
$$;
