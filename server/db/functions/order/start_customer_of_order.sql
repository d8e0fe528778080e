-- Ends the earlier link of an order whose customer or email changes. The order has another customer then,
-- unless only the email of the same person is corrected: the name, company, VAT ID and addresses stay, and no
-- other known customer has the email. Without a name, it must be the same customer. `corrected_emails` has the
-- present email for each earlier one, and never the present one itself.
create or replace function start_customer_of_order() returns trigger language plpgsql as $$
declare
  is_same_person constant boolean := new.customer_email <> ''
    and (old.customer_name <> '' or old.customer_id = new.customer_id)
    and (old.customer_name, old.customer_company, old.customer_vat_id, old.shipping_address, old.billing_address)
      = (new.customer_name, new.customer_company, new.customer_vat_id, new.shipping_address, new.billing_address)
    and not exists (
      select from customer c
      where c.store_id = new.store_id and c.folded_email = lower(new.customer_email)
        and c.id is distinct from old.customer_id
        -- The change of an email creates its customer in the same transaction.
        and c.created_at < now());
begin
  new.link_since := now();
  new.corrected_emails := old.corrected_emails - lower(new.customer_email);
  if not is_same_person then
    new.customer_since := now();
    return new;
  end if;
  new.corrected_emails := (
    select coalesce(jsonb_object_agg(earlier, present) filter (where earlier <> lower(present)), '{}')
    from (
      select key as earlier,
        case when lower(value) = lower(old.customer_email) then new.customer_email else value end as present
      from jsonb_each_text(new.corrected_emails - lower(old.customer_email))
      union select lower(old.customer_email), new.customer_email
    ) emails);
  return new;
end $$;
