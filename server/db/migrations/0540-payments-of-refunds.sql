-- The payments of a refund are found without reading all payments.
create index payment__refund on payment (store_id, refund_id) where refund_id is not null;
create index payment_refund__refund on payment_refund (store_id, refund_id)
  where refund_id is not null;
