-- Returns the assignments of an update that erases the personal columns of a table.
create or replace function erased_values(erased_table text) returns text language sql stable as $$
  select string_agg(format('%I = ', p.column_name) || case
    when p.treatment = 'empty' then coalesce(c.column_default, '''''')
    when p.treatment like 'keep %' then format('jsonb_strip_nulls(jsonb_build_object(%s))', (
      select string_agg(format('%L, %I -> %L', key, p.column_name, key), ', ')
      from string_to_table(substr(p.treatment, 6), ' ') key))
    else quote_ident(p.column_name) || (
      select string_agg(format(' #- %L', string_to_array(path, '.')), '')
      from string_to_table(substr(p.treatment, 8), ' ') path)
    end, ', ')
  from personal_columns() p
  join information_schema.columns c
    on c.table_schema = 'public' and c.table_name = p.table_name and c.column_name = p.column_name
  where p.table_name = erased_table and (p.treatment = 'empty' or p.treatment ~ '^(keep|remove) ')
$$;
