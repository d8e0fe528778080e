-- Returns the people of the current store who may receive marketing emails, each address once: confirmed
-- subscribers, and customers who agreed. The newest decision of a person counts, and a suppressed address
-- never receives an email. The planner merges the function with the query that calls it.
create or replace function marketing_audience()
returns table (email text, language text, customer_id uuid, is_subscriber boolean) language sql stable as $$
  select s.email, s.language, c.id, true
  from subscriber s
  left join customer c on c.store_id = s.store_id and c.folded_email = s.email and c.folded_email <> ''
  where s.store_id = current_store() and s.state = 'confirmed'
    and not exists (select from email_suppression x where x.store_id = s.store_id and x.email = s.email)
    and not exists (
      select from consent_event e
      where e.store_id = c.store_id and e.customer_id = c.id and e.kind = 'withdrawn'
        and e.created_at > s.confirmed_at and not c.accepts_marketing)
  union all
  select c.folded_email, '', c.id, false
  from customer c
  where c.store_id = current_store() and c.accepts_marketing and c.folded_email <> ''
    and not exists (
      select from subscriber s
      where s.store_id = c.store_id and s.email = c.folded_email
        -- A request that is not confirmed does not undo an earlier end.
        and (s.state in ('confirmed', 'unsubscribed') or s.unsubscribed_at is not null))
    and not exists (
      select from email_suppression x where x.store_id = c.store_id and x.email = c.folded_email)
$$;
