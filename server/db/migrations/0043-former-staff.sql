-- Access of former staff ends: their pending invitations, API keys and webhooks.
alter function add_webhook_left_notifications() rename to end_access_of_former_staff;

do $$
declare
  store uuid;
  stopped record;
begin
  for store in select id from business loop
    perform set_config('app.business_id', store::text, true);
    update api_key k set revoked_at = now(), version = version + 1
    where k.business_id = store and k.revoked_at is null and not exists (
      select 1 from membership m where m.business_id = store and m.person_id = k.created_by);
    for stopped in
      update webhook w set is_on = false, version = version + 1
      where w.business_id = store and w.is_on and not exists (
        select 1 from membership m where m.business_id = store and m.person_id = w.created_by)
      returning id, url
    loop
      update webhook_delivery set status = 'failed', error = 'off'
      where business_id = store and webhook_id = stopped.id and status = 'waiting';
      perform add_notification(
        'webhook_left', 'developer', stopped.id, jsonb_build_object('url', stopped.url));
    end loop;
  end loop;
  perform set_config('app.business_id', '', true);
end $$;

-- Also when an inactive person leaves, whose API keys are only suspended.
drop trigger notification_webhooks_left on membership;
create trigger access_of_former_staff_ended after delete on membership
  for each row execute function end_access_of_former_staff();
alter trigger notification_webhooks_stopped on membership rename to access_of_inactive_staff_ended;
