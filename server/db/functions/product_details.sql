-- Returns the type, tags and option values of a product, which the search also finds.
create or replace function product_details(p product) returns text language sql immutable as $$
  select p.product_type || ' ' || array_to_string(p.tags, ' ') || ' '
    || jsonb_path_query_array(p.options, '$[*].values[*]')::text
$$;
