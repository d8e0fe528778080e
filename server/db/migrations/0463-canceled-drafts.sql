-- Drafts that were canceled, which are placed when they are reopened.
alter table "order" no force row level security, disable trigger audit;
alter table order_event no force row level security;
update "order" o set previous_status = 'draft'
where o.status = 'cancelled' and o.previous_status is null and exists (
  select from order_event e
  where e.store_id = o.store_id and e.order_id = o.id and e.type = 'draft_created'
) and not exists (
  select from order_event e
  where e.store_id = o.store_id and e.order_id = o.id and e.type = 'status_changed'
    and e.data ->> 'from' = 'draft' and e.data ->> 'to' = 'pending');
alter table order_event force row level security;
alter table "order" enable trigger audit, force row level security;
