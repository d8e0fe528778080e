-- The accepted returns with a deadline, so that the late ones are counted and listed without the others.
create index order_return__late on order_return (store_id, created_at desc, id desc)
  include (send_back_by)
  where kind = 'return' and status = 'accepted' and send_back_by is not null;
