-- Returns the numbers that an order may have if its number was typed with or without its prefix.
create or replace function order_numbers(input text) returns text[] language sql stable as $$
  select array[input, number, '#' || number, (select order_prefix || number from store where id = current_store())]
  from regexp_replace(input, '^#', '') number
$$;
