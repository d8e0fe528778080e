-- Stores the request of a person for the newsletter and enqueues the email with which they confirm it, at
-- most one an hour. Nothing changes for an email that is confirmed already.
create or replace function request_subscription(
  new_email text, used_language text, new_consent text, new_source text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  subscriber_id uuid;
begin
  insert into subscriber as s (email, language, consent_text, source)
  values (new_email, used_language, new_consent, new_source)
  on conflict on constraint subscriber__email do update set
    state = 'pending',
    language = excluded.language,
    consent_text = excluded.consent_text,
    source = excluded.source,
    requested_at = now()
  where s.state <> 'confirmed' and s.requested_at < now() - interval '1 hour'
  returning s.id into subscriber_id;
  if found then
    perform add_job('subscriber.mail', json_build_object('storeId', current_store(), 'id', subscriber_id));
  end if;
end $$;
revoke all on function request_subscription from public;
grant execute on function request_subscription to storewright_storefront;
