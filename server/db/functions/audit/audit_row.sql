-- Writes one change of a row to the audit and announces it after the commit to open pages with
-- records of the same subject. Equal announcements of a transaction are sent once. The arguments are
-- derived columns, whose change alone is neither audited nor announced.
-- An update stores the columns that changed and, in `before`, those that identify the row. Other changes
-- store the columns that are not empty. An id column with '' has the value of `record_id`. A time column with ''
-- has the time of the entry. A billing address with '' equals the shipping address (expandAuditRow in
-- server/audit/audit-row.ts). The reference of a payment is left out if it is the id at the provider. The entry of a
-- changed order has no number, because the page shows the current one (listRecordNames).
-- Triggers need no execute privilege, and no role has it: as the trigger of a temporary table, the
-- function could write any row into the audit of any store.
create or replace function audit_row() returns trigger language plpgsql security definer as $$
declare
  derived text[] := coalesce(tg_argv, '{}');
  before_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - derived end;
  after_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - derived end;
  audited_row jsonb := coalesce(after_row, before_row);
  entry_time jsonb := to_jsonb(now());
  record_id text := coalesce(audited_row ->> 'order_id', audited_row ->> 'product_id', audited_row ->> 'id',
    audited_row ->> 'person_id', audited_row ->> 'store_id');
  hidden text[];
  identifying text[];
  subject text;
  message text;
begin
  if before_row = after_row then return null; end if;
  hidden := public.audit_hidden_columns(tg_relid);
  if tg_op = 'UPDATE' then
    identifying := array['order_id', 'product_id', 'person_id', 'is_shared', 'variant_title', case
      when tg_table_name = 'order' then null
      when before_row ->> 'title' <> '' then 'title'
      when before_row ->> 'name' <> '' then 'name'
      when before_row ->> 'number' <> '' then 'number'
      when before_row ->> 'domain' <> '' then 'domain'
      when before_row ->> 'full_name' <> '' then 'full_name'
      when before_row ->> 'file_name' <> '' then 'file_name'
      when before_row ->> 'options' <> '[]' then 'options'
      when before_row ->> 'customer_name' <> '' then 'customer_name'
      when before_row ->> 'email' <> '' then 'email'
      when before_row ->> 'sku' <> '' then 'sku'
      when before_row ->> 'code' <> '' then 'code'
      when before_row ->> 'alt' <> '' then 'alt'
      when before_row ->> 'url' <> '' then 'url'
    end];
    select coalesce(jsonb_object_agg(key, case
        when key in ('order_id', 'product_id', 'person_id') and old_value #>> '{}' = record_id then '""'
        else old_value
      end), '{}'),
      coalesce(jsonb_object_agg(key, case
        when key in ('order_id', 'product_id', 'person_id') and new_value #>> '{}' = record_id then '""'
        when new_value = entry_time then '""'
        else new_value
      end) filter (where old_value <> new_value), '{}')
    into before_row, after_row
    from (
      select key, value as old_value, after_row -> key as new_value
      from jsonb_each(before_row - hidden)
      where value <> after_row -> key or key = any (identifying) and value not in ('null', '""', '[]', 'false')
    ) columns;
  else
    select coalesce(jsonb_object_agg(key, case
      when key in ('order_id', 'product_id', 'person_id') and value #>> '{}' = record_id then '""'
      when key = 'billing_address' and value = audited_row -> 'shipping_address' then '""'
      when tg_op = 'INSERT' and value = entry_time then '""'
      else value
    end), '{}')
    into before_row
    from jsonb_each(audited_row - hidden)
    where value not in ('null', '""', '[]', '{}', 'false', '0') and key not in ('id', 'store_id')
      and (key <> 'reference' or value is distinct from audited_row -> 'provider_payment_id')
      and (tg_op = 'DELETE' or key not in ('created_at', 'at') or value <> entry_time);
    if tg_op = 'INSERT' then
      after_row := before_row;
      before_row := null;
    end if;
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
    record_id::uuid,
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
