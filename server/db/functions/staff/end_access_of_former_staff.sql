-- Ends the access that a person gave others when they leave the store or are deactivated: their
-- pending invitations are deleted and their webhooks are turned off, each with a notification.
-- API keys and packer links are revoked when the person leaves; find_api_key suspends those of an inactive person.
create or replace function end_access_of_former_staff() returns trigger language plpgsql as $$
declare
  stopped record;
begin
  -- When the store itself is deleted, its rows are deleted as well.
  if current_store_or_null() is distinct from old.store_id
    or not exists (select 1 from store where id = old.store_id) then
    return null;
  end if;
  delete from invitation where store_id = old.store_id and invited_by = old.person_id;
  if tg_op = 'DELETE' then
    update api_key set revoked_at = now(), version = version + 1
    where store_id = old.store_id and created_by = old.person_id and revoked_at is null;
    -- They may still know the token.
    update packer_link set revoked_at = now()
    where store_id = old.store_id and created_by = old.person_id and revoked_at is null;
  end if;
  for stopped in
    update webhook set is_on = false, version = version + 1
    where store_id = old.store_id and created_by = old.person_id and is_on
    returning id, url
  loop
    update webhook_delivery set status = 'failed', error = 'off'
    where store_id = old.store_id and webhook_id = stopped.id and status = 'waiting';
    perform add_notification(
      'webhook_left', 'developer', stopped.id, jsonb_build_object('url', stopped.url));
  end loop;
  return null;
end $$;
