-- Adds an alert of a shopper who is signed in, so that the email needs no confirmation. One that waits already
-- stays as it is.
create or replace function add_shopper_alert(
  wanted_variant uuid, wanted_kind text, shopper_email text, used_language text, new_consent text, new_source text
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into product_alert as a (variant_id, kind, email, price, language, consent_text, source)
  select v.id, wanted_kind, shopper_email, v.price, used_language, new_consent, new_source
  from variant v where v.store_id = current_store() and v.id = wanted_variant
  on conflict on constraint product_alert__email do update set
    state = 'pending',
    price = excluded.price,
    language = excluded.language,
    consent_text = excluded.consent_text,
    source = excluded.source,
    requested_at = now(),
    confirmed_at = null,
    sent_at = null
  where a.state <> 'confirmed';
  -- A change of its own, so that the history has the request and the confirmation.
  update product_alert a set state = 'confirmed', confirmed_at = now()
  where a.store_id = current_store() and a.variant_id = wanted_variant and a.kind = wanted_kind
    and a.email = shopper_email and a.state = 'pending';
end $$;
revoke all on function add_shopper_alert from public;
grant execute on function add_shopper_alert to storewright_app;
