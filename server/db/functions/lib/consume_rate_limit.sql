-- Takes one request from each of these rate limits, or from none (generic cell rate algorithm).
-- `rejected_position` is the position of the exhausted limit, 0 when the request is allowed.
-- `wait` is the number of seconds until it is allowed again. `used` is the used share of the most
-- used limit. Concurrent calls for one row are serialized by its lock, so the limits are exact.
-- Callers pass their keys in a fixed order (network, both, account), so no two calls deadlock.
create or replace function consume_rate_limit(
  keys uuid[],
  steps double precision[],
  counts integer[],
  out rejected_position integer,
  out wait double precision,
  out used double precision
)
language plpgsql as $$
declare
  step interval;
  bucket_full_at timestamptz;
begin
  rejected_position = 0;
  wait = 0;
  used = 0;
  for i in 1 .. cardinality(keys) loop
    step = make_interval(secs => steps[i]);
    insert into rate_limit_bucket as b (key, full_at) values (keys[i], clock_timestamp() + step)
      on conflict (key) do update set full_at = greatest(b.full_at, clock_timestamp()) + step
      where greatest(b.full_at, clock_timestamp()) + step <= clock_timestamp() + step * counts[i]
      returning full_at into bucket_full_at;
    if not found then
      -- A rejected request consumes nothing: the limits before this one are restored.
      for j in 1 .. i - 1 loop
        update rate_limit_bucket set full_at = full_at - make_interval(secs => steps[j]) where key = keys[j];
      end loop;
      select full_at into bucket_full_at from rate_limit_bucket where key = keys[i];
      rejected_position = i;
      wait = greatest(0, coalesce(
        extract(epoch from bucket_full_at - clock_timestamp()) - steps[i] * (counts[i] - 1), 0));
      used = 1;
      return;
    end if;
    used = greatest(used, extract(epoch from bucket_full_at - clock_timestamp()) / (steps[i] * counts[i]));
  end loop;
end $$;
