-- Names of ours say canceled. Saved views and bookmarks have the name of the tab in their URL.
alter index order__cancelled_or_returned rename to order__canceled_or_returned;
alter trigger webhook_cancelled on "order" rename to webhook_canceled;
alter table "order" rename constraint webhook_cancelled to webhook_canceled;
alter table list_view no force row level security, disable trigger audit;
update list_view set query = jsonb_set(query, '{view}', '"canceledOrReturned"')
where list = 'order' and query ->> 'view' = 'cancelledOrReturned';
alter table list_view force row level security, enable trigger audit;
alter table bookmark no force row level security;
update bookmark set path = replace(path, 'view=cancelledOrReturned', 'view=canceledOrReturned')
where path like '/apps/order/list?%view=cancelledOrReturned%';
alter table bookmark force row level security;
