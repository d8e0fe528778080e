-- Adds a notification when a domain is verified or fails.
create or replace function add_domain_notification() returns trigger language plpgsql as $$
declare
  kind text := case new.status when 'active' then 'domain_active' else 'domain_failed' end;
begin
  perform add_notification(kind, 'domain', new.id, jsonb_build_object('domain', new.domain, 'message', new.last_error));
  return null;
end $$;
