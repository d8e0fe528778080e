-- Its file replaces the body.
create function restore_suppression() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger restore_suppression after insert or update of email on customer
  for each row execute function restore_suppression();
create trigger restore_suppression after insert on subscriber
  for each row execute function restore_suppression();
drop function if exists is_erased_suppression(text);
-- Its file creates it without the grant.
drop function if exists suppression_hash(text);
