-- Events contain no contacts, which staff without customer:read would see. The withdrawal has the email.
alter table order_event no force row level security;
alter table order_withdrawal no force row level security;
update order_event e set data = jsonb_build_object('text', w.name)
from order_withdrawal w
where e.store_id = w.store_id and e.order_id = w.order_id and e.type = 'withdrawn';
alter table order_event force row level security;
alter table order_withdrawal force row level security;
