-- How often somebody tried, so that guessing is counted over all processes. A row is an allowance that has been drawn on:
-- `whole_at` is when all of it will be there again, and each try moves that on by one step (the generic cell rate algorithm).
-- A row whose time has come says nothing any more, and goes by the clock.
--
-- Unlogged: a try costs no wait for the disk, and nobody misses these rows in a backup. After a crash the table is empty, which
-- gives whoever was guessing one more allowance and locks nobody out.
create unlogged table attempt (
  -- Made with a key of the installation from what is counted: no email and no address can be read from it.
  key uuid primary key,
  whole_at timestamptz not null
) with (fillfactor = 70);
grant select, insert, update, delete on attempt to storewright_app;

/*
 * Draws one try from each of these allowances, or from none. `refused` is the number of the one that is used up, 0 when the try
 * is let through; `wait` is after how many seconds it would be; `used` is the share that is gone of the one with the least left.
 * Whoever draws on the same row at the same moment waits for its lock, so the limit is exact. Callers name their keys in a fixed
 * order (address, both, account), so that no two wait for each other.
 */
create function draw_attempt(keys uuid[], steps double precision[], counts integer[], out refused integer, out wait double precision, out used double precision)
  language plpgsql as $$
declare
  step interval;
  whole timestamptz;
begin
  refused = 0;
  wait = 0;
  used = 0;
  for i in 1 .. cardinality(keys) loop
    step = make_interval(secs => steps[i]);
    insert into attempt as a (key, whole_at) values (keys[i], clock_timestamp() + step)
      on conflict (key) do update set whole_at = greatest(a.whole_at, clock_timestamp()) + step
      where greatest(a.whole_at, clock_timestamp()) + step <= clock_timestamp() + step * counts[i]
      returning whole_at into whole;
    if not found then
      -- What was drawn for this try from the others is put back: a refused try costs nothing.
      for j in 1 .. i - 1 loop
        update attempt set whole_at = whole_at - make_interval(secs => steps[j]) where key = keys[j];
      end loop;
      select whole_at into whole from attempt where key = keys[i];
      refused = i;
      wait = greatest(0, coalesce(extract(epoch from whole - clock_timestamp()) - steps[i] * (counts[i] - 1), 0));
      used = 1;
      return;
    end if;
    used = greatest(used, extract(epoch from whole - clock_timestamp()) / (steps[i] * counts[i]));
  end loop;
end $$;
