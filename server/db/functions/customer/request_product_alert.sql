-- Stores the request of a person for an alert about a variant, and enqueues the email with which they confirm
-- it, at most one an hour for each alert. Nothing changes for an alert that waits already. Returns
-- whether the variant is for sale.
create or replace function request_product_alert(
  wanted_variant uuid, wanted_kind text, new_email text, used_language text, new_consent text, new_source text
) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  current_price bigint;
  requested_id uuid;
begin
  select v.price into current_price
  from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
  where v.store_id = current_store() and v.id = wanted_variant and p.status = 'active';
  if not found then return false; end if;
  insert into product_alert as a (variant_id, kind, email, price, language, consent_text, source)
  values (wanted_variant, wanted_kind, new_email, current_price, used_language, new_consent, new_source)
  on conflict on constraint product_alert__email do update set
    state = 'pending',
    price = excluded.price,
    language = excluded.language,
    consent_text = excluded.consent_text,
    source = excluded.source,
    requested_at = now(),
    confirmed_at = null,
    sent_at = null
  where a.state = 'sent' or a.state <> 'confirmed' and a.requested_at < now() - interval '1 hour'
  returning a.id into requested_id;
  if requested_id is not null then
    perform add_job('productAlertRequest.mail',
      json_build_object('storeId', current_store(), 'id', requested_id));
  end if;
  return true;
end $$;
revoke all on function request_product_alert from public;
grant execute on function request_product_alert to storewright_storefront;
