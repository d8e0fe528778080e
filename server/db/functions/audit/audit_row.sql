-- Writes one change of a row to the audit and announces it after the commit to open pages with
-- records of the same subject. Equal announcements of a transaction are sent once. The arguments are
-- derived columns, whose change alone is neither audited nor announced.
-- Triggers need no execute privilege, and no role has it: as the trigger of a temporary table, the
-- function could write any row into the audit of any store.
create or replace function audit_row() returns trigger language plpgsql security definer as $$
declare
  derived text[] := coalesce(tg_argv, '{}');
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - derived end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - derived end;
  audited_row jsonb := coalesce(after_row, before_row);
  hidden text[];
  subject text;
  message text;
begin
  if before_row = after_row then return null; end if;
  hidden := public.audit_hidden_columns(tg_relid);
  if hidden <> '{}' then
    before_row := before_row - hidden;
    after_row := after_row - hidden;
  end if;
  -- Every name has its schema, so that temporary tables of the caller do not hide the real tables.
  insert into public.audit (
    store_id, person_id, request_id, ip, entity, entity_id, record_id, action, before, after)
  values (
    coalesce(audited_row ->> 'store_id', audited_row ->> 'id')::uuid,
    public.current_person(),
    nullif(current_setting('app.request_id', true), ''),
    nullif(current_setting('app.ip', true), ''),
    -- The API and earlier rows call a store business.
    case tg_table_name when 'store' then 'business' else tg_table_name end,
    (audited_row ->> 'id')::uuid,
    coalesce(audited_row ->> 'order_id', audited_row ->> 'product_id', audited_row ->> 'id',
      audited_row ->> 'person_id', audited_row ->> 'store_id')::uuid,
    lower(tg_op),
    before_row,
    after_row);
  subject := public.record_subject(tg_table_name);
  if subject is not null then
    message := concat_ws(' ', 'record_changed', coalesce(audited_row ->> 'store_id', audited_row ->> 'id'),
      subject, nullif(current_setting('app.tab_id', true), ''));
    -- Checked here too, because most rows of a transaction are of one subject and a call takes 20 µs.
    if position(message || e'\n' in coalesce(current_setting('app.messages', true), '')) = 0 then
      perform public.announce_change(message);
    end if;
  end if;
  return null;
end $$;
revoke all on function audit_row from public;
