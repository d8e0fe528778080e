-- Returns the columns of a table whose values never reach the audit: those that its comment declares as
-- `hidden` (personal_columns). The audit still records that a row changed. The trigger calls it for
-- each row, so it splits the comment: a query with a regular expression takes twice as long.
create or replace function audit_hidden_columns(audited regclass) returns text[] language plpgsql stable as $$
begin
  return string_to_array(split_part(split_part(coalesce((
    select d.description from pg_catalog.pg_description d
    where d.objoid = audited and d.classoid = 'pg_catalog.pg_class'::regclass and d.objsubid = 0
  ), ''), e'\nhidden: ', 2), e'\n', 1), ' ');
end $$;
