-- Work that is undone is not audited, and cannot be committed.
create function refuse_undone() returns trigger language plpgsql as 'begin return null; end';
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
do $$
declare
  audited record;
begin
  for audited in
    select tgrelid::regclass as name, pg_get_triggerdef(oid) as definition
    from pg_trigger
    where tgfoid = 'audit_row'::regproc and tgname = 'audit'
      and pg_get_triggerdef(oid) like '% AFTER INSERT OR DELETE OR UPDATE ON %'
      and tgrelid not in ('store'::regclass, 'membership'::regclass, 'role'::regclass)
    order by tgrelid::regclass::text
  loop
    execute format('drop trigger audit on %s', audited.name);
    execute replace(audited.definition, 'FOR EACH ROW EXECUTE',
      'FOR EACH ROW WHEN (current_setting(''app.is_undone'', true) is distinct from ''on'') EXECUTE');
    execute format('create constraint trigger refuse_undone after insert or update or delete on %s
      deferrable initially deferred for each row when (current_setting(''app.is_undone'', true) = ''on'')
      execute function refuse_undone()', audited.name);
  end loop;
end $$;
