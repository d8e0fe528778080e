-- Returns a UUID version 7 (RFC 9562). It rises with time, so a primary key is also the order of
-- creation. Before PostgreSQL 18, the twelve bits after the milliseconds are their fraction, as in
-- uuidv7(), so that the rows of one statement keep their order.
do $do$ begin
  if current_setting('server_version_num')::integer >= 180000 then
    execute $create$
      create or replace function new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()'
    $create$;
  else
    execute $create$
      create or replace function new_id() returns uuid language sql volatile parallel safe as $$
        select (
          overlay(
            lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0')
            placing '7' from 13 for 0)
          || right(gen_random_uuid()::text, 17))::uuid
      $$
    $create$;
  end if;
end $do$;
