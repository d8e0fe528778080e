-- Returns a UUID version 7 (RFC 9562). It rises with time, so a primary key is also the order of
-- creation.
do $do$ begin
  if current_setting('server_version_num')::integer >= 180000 then
    execute $create$
      create or replace function new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()'
    $create$;
  else
    execute $create$
      create or replace function new_id() returns uuid language sql volatile parallel safe as $$
        select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
          52, 1), 53, 1), 'hex')::uuid
      $$
    $create$;
  end if;
end $do$;
