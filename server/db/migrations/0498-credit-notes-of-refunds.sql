-- A refund has another credit note when a part that failed at its provider is returned later.
drop index invoice__refund__taken;
create index invoice__refund on invoice (store_id, refund_id, corrects_id)
  where refund_id is not null;
