-- Ends the consent of a person to marketing emails. Only the person can agree again, by a confirmed email.
create or replace function end_marketing_consent(stopped_email text) returns void language plpgsql as $$
begin
  insert into email_suppression (email, reason) values (stopped_email, 'unsubscribed')
  on conflict on constraint email_suppression__email__taken do nothing;
  update subscriber s set state = 'unsubscribed', unsubscribed_at = now()
  where s.store_id = current_store() and s.email = stopped_email and s.state <> 'unsubscribed';
  update customer c set accepts_marketing = false, version = c.version + 1, updated_at = now()
  where c.store_id = current_store() and c.folded_email = stopped_email and c.accepts_marketing;
end $$;
revoke all on function end_marketing_consent from public;
