-- Returns the swatch of the newest product of the current store that gives one to a value of an option.
create or replace function find_swatch(option_name text, option_value text) returns jsonb
language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('value', option_value, 'color', s.color, 'image', s.image))
  from product_swatch s
  where s.store_id = current_store() and s.name = lower(option_name) and s.value = lower(option_value)
  order by s.product_id desc
  limit 1
$$;
