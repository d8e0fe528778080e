-- Returns the start of a statement that deletes rows of a table, or erases their personal columns.
create or replace function erasure_action(erased_table text) returns text language sql stable as $$
  select case
    when exists (select from personal_columns() p where p.table_name = erased_table and p.treatment = 'delete')
      then format('delete from %I', erased_table)
    else format('update %I set %s', erased_table, erased_values(erased_table))
  end
$$;
