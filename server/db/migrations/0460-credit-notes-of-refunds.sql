-- Another invoice of an order, after the first was credited completely, has credit notes of the same refunds.
drop index invoice__refund__taken;
create unique index invoice__refund__taken on invoice (store_id, refund_id, corrects_id)
  where refund_id is not null;
