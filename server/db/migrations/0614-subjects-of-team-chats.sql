-- The subject of a chat of the team says what its record was, also after the record was deleted.
alter table conversation no force row level security, disable trigger audit;
update conversation set subject = case
  when order_id is not null then 'order'
  when product_id is not null then 'product'
  else 'customer' end
where place = 'team' and subject = '';
alter table conversation force row level security, enable trigger audit;
