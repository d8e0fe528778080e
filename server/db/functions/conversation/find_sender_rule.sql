-- Returns the rule of the current store for an email address: that of the address, or that of its domain.
create or replace function find_sender_rule(address text) returns text language sql stable as $$
  select r.action from sender_rule r
  where r.store_id = current_store() and (
    r.sender = address
    or right('.' || split_part(address, '@', 2), length(r.sender) + 1) = '.' || r.sender)
  order by length(r.sender) desc limit 1
$$;
