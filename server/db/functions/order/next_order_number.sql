-- Returns the next order number of the current store. Numbers have no gaps and no duplicates: the
-- counter stays locked until the transaction ends, and a transaction that fails rolls it back.
create or replace function next_order_number() returns bigint language sql as $$
  insert into order_counter (store_id, last_number) values (current_store(), 1001)
  on conflict (store_id) do update set last_number = order_counter.last_number + 1
  returning last_number
$$;
