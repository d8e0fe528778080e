-- Subscribes a shopper who is signed in, so that the email needs no confirmation, or ends the consent to marketing
-- emails.
create or replace function set_shopper_newsletter(
  shopper_email text, is_wanted boolean, used_language text, new_consent text, new_source text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  requested_id uuid;
begin
  if not is_wanted then
    perform end_marketing_consent(shopper_email);
    return;
  end if;
  insert into subscriber as s (email, language, consent_text, source)
  values (shopper_email, used_language, new_consent, new_source)
  on conflict on constraint subscriber__email do update set
    state = 'pending',
    language = excluded.language,
    consent_text = excluded.consent_text,
    source = excluded.source,
    requested_at = now()
  returning s.id into requested_id;
  perform confirm_subscription(requested_id);
end $$;
revoke all on function set_shopper_newsletter from public;
grant execute on function set_shopper_newsletter to storewright_app;
