-- Adds a notification for each active webhook of a person who leaves the store. The webhook
-- continues, because other systems depend on it.
create or replace function add_webhook_left_notifications() returns trigger language plpgsql as $$
begin
  -- When the store itself is deleted, no person is left to notify.
  if current_business_or_null() is distinct from old.business_id
    or not exists (select 1 from business where id = old.business_id) then
    return null;
  end if;
  perform add_notification('webhook_left', 'developer', id, jsonb_build_object('url', url))
  from webhook
  where business_id = old.business_id and created_by = old.person_id and is_on
  order by id;
  return null;
end $$;
