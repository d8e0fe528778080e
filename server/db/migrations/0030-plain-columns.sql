-- Columns and stored values take names that say what they hold.

alter table business rename column low_stock_at to low_stock_threshold;

alter table bookmark rename column address to path;
alter table bookmark rename constraint bookmark_address_check to bookmark_path_check;
alter index bookmark__address__taken rename to bookmark__path__taken;

alter table order_line rename column fulfilled to fulfilled_quantity;
alter table order_line rename column returned to returned_quantity;

alter table webhook_delivery rename column took_ms to duration_ms;
alter table webhook_delivery rename column tried_at to last_attempt_at;
alter table webhook_delivery rename column next_at to next_attempt_at;
alter table webhook_delivery rename column is_repeat to is_manual;

-- The next updates concern every store, and a new name is not a change to audit.
alter table domain no force row level security;
alter table domain disable trigger audit;
update domain set last_error = 'no_dns_response' where last_error = 'unanswered';
update domain set last_error = 'ownership_unverified' where last_error = 'unproven';
alter table domain enable trigger audit;
alter table domain force row level security;

-- Saved views of the order list open one of its tabs.
alter table list_view no force row level security;
alter table list_view disable trigger audit;
update list_view
set query = query || jsonb_build_object('view', case query ->> 'view'
  when 'held' then 'onHold'
  when 'done' then 'completed'
  else 'cancelledOrReturned'
end)
where list = 'order' and query ->> 'view' in ('held', 'done', 'ended');
alter table list_view enable trigger audit;
alter table list_view force row level security;
