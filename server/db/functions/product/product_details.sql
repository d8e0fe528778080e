-- Returns the type, tags and option values of a product, which the search also finds. They are part
-- of the stored column `searched`: a change here needs a migration that computes the column again.
-- In PL/pgSQL, because PostgreSQL parses `language sql` functions of stored columns again for each statement.
create or replace function product_details(product_type text, tags text[], options jsonb)
returns text language plpgsql immutable parallel safe as $$
begin
  return concat_ws(' ', product_type, array_to_string(tags, ' '),
    (select string_agg(value #>> '{}', ' ') from jsonb_path_query(options, '$[*].values[*]') value));
end $$;
