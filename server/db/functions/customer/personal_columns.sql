-- Returns the columns of the tables of stores, and how the erasure of a customer treats each. The
-- comment of a table declares them, in lines like `empty: name email`:
--   delete        the row is deleted
--   empty         the column gets its default, or an empty text
--   keep KEYS     only these keys of a JSON object stay
--   remove PATHS  these paths of a JSON object are removed
--   statement     erase_customer() has a statement for the column
--   derived       a trigger derives the column from others
--   remain        the column can name a customer, but not identifiably (decision 0090)
--   legal record  the law requires a store to keep it, also after an erasure
--   not personal
--   hidden        not personal, and never in the audit (audit_hidden_columns)
-- Lines `by email: EXPRESSION` and `by record: COLUMN` name the rows of a customer: those with their email, or with
-- the id of them or of one of their orders (erasure_statements). Rows of other tables with personal columns are
-- deleted with a row that they belong to, or have a statement in erase_customer().
create or replace function personal_columns()
returns table (table_name text, column_name text, treatment text) language sql stable as $$
  select c.relname::text, name, line[1]
  from pg_class c
  cross join regexp_matches(obj_description(c.oid, 'pg_class'), '^([^:\n]+): (.+)$', 'gn') line
  cross join string_to_table(line[2], ' ') name
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and line[1] not like 'by %'
$$;
