-- The rows of a transaction have the same time, so an index stores it once for all of them.
drop index audit__newest, audit__record, audit__person, audit__entity, audit__action, audit__order;
create index audit__newest on audit (store_id, at);
create index audit__record on audit (store_id, record_id, at);
create index audit__person on audit (store_id, person_id, at) where person_id is not null;
create index audit__entity on audit (store_id, entity, at)
  where entity <> all ('{order,order_line,order_event,payment,fulfillment}');
create index audit__action on audit (store_id, action, at) where action <> all ('{insert,update}');
create index audit__order on audit (epoch, xid);
