-- Ends the consent of the person who received an email of a campaign or an automation, and returns
-- whether the email exists.
create or replace function stop_marketing(recipient_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  stopped_email text;
begin
  update campaign_recipient r set unsubscribed_at = coalesce(r.unsubscribed_at, now())
  where r.store_id = current_store() and r.id = recipient_id
  returning r.email into stopped_email;
  if not found then
    update automation_email e set unsubscribed_at = coalesce(e.unsubscribed_at, now())
    where e.store_id = current_store() and e.id = recipient_id
    returning e.email into stopped_email;
  end if;
  if stopped_email is null then return false; end if;
  perform end_marketing_consent(stopped_email);
  return true;
end $$;
revoke all on function stop_marketing from public;
grant execute on function stop_marketing to storewright_storefront, storewright_app;
