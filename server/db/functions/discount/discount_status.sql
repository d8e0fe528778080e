-- Returns whether a discount applies now, or the reason why it does not.
create or replace function discount_status(d discount) returns text
language sql stable as $$
  select case
    when not d.is_active then 'inactive'
    when d.ends_at <= now() then 'expired'
    when d.starts_at > now() then 'scheduled'
    when d.used_count >= d.usage_limit then 'used_up'
    else 'active'
  end
$$;
