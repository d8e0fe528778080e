-- Makes a table belong to one store: only rows of the current store are read and written, and every
-- change is audited, except in work that is undone. `derived` names columns whose change alone is not audited.
create or replace function belongs_to_store(t regclass, derived text[] default '{}')
returns void language plpgsql as $$
declare
  derived_columns text := (select coalesce(string_agg(quote_literal(name), ', '), '') from unnest(derived) name);
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy own_store on %s
    using (store_id = current_store()) with check (store_id = current_store())', t);
  execute format('create trigger audit after insert or update or delete on %s for each row
    when (current_setting(''app.is_undone'', true) is distinct from ''on'') execute function audit_row(%s)',
    t, derived_columns);
  execute format('create constraint trigger refuse_undone after insert or update or delete on %s
    deferrable initially deferred for each row when (current_setting(''app.is_undone'', true) = ''on'')
    execute function refuse_undone()', t);
  execute format('grant select, insert, update, delete on %s to storewright_app', t);
end $$;
