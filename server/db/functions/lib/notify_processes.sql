-- Notifies every server process at the commit that something changed: one topic and ids, never the
-- content.
create or replace function notify_processes(topic text, variadic ids uuid[]) returns void language sql as $$
  select pg_notify('notification', topic || ' ' || array_to_string(ids, ' '))
$$;
