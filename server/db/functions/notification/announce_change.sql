-- Announces to every server process that something changed: a topic and ids, never the content. In
-- a transaction of a server process, `app.messages` collects the messages, which the process sends
-- after the commit (server/lib/db/message-sender.ts): a transaction that calls `pg_notify` commits
-- alone in the whole database, and all others wait while its commit is written to the disk.
create or replace function announce_change(message text) returns void language plpgsql as $$
declare
  collected text := current_setting('app.messages', true);
begin
  if collected like 'collected%' and length(collected) < 8000 then
    if position(message || e'\n' in collected) = 0 then
      -- An assignment takes less time than PERFORM.
      collected := set_config('app.messages', collected || message || e'\n', true);
    end if;
  else
    perform pg_notify('notification', message);
  end if;
end $$;
