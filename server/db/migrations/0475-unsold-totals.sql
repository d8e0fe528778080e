-- Returned and removed units that are not paid reduce what an order costs, and refunds of overpayments do not.
alter table "order" no force row level security, disable trigger user;
alter table order_line no force row level security;
alter table refund_line no force row level security;
alter table refund no force row level security, disable trigger user;
alter table payment no force row level security, disable trigger user;
alter table customer no force row level security, disable trigger user;
alter table sales_change no force row level security;
alter table sales_revision no force row level security;

create temporary table earlier_value as
select o.store_id, o.id, o.payment_status, order_net_sales(o) as net
from "order" o
where o.status = 'returned' or o.refunded_total > 0
  or exists (
    select from order_line l
    where l.store_id = o.store_id and l.order_id = o.id and l.unsold_quantity > 0);

drop trigger sales_updated on "order";
alter table "order"
  add column refunded_overpayment bigint not null default 0,
  add column unsold_total bigint not null default 0;
create trigger sales_updated after update on "order" for each row
  when (
    (old.status, old.payment_status, old.fulfillment_status, old.return_status,
      old.archived_at is null, old.customer_id, old.created_at, old.item_count, old.subtotal,
      old.discount_total, old.shipping_total, old.tax_total, old.paid_total, old.refunded_total,
      old.refunded_overpayment, old.unsold_total, old.total)
    is distinct from
    (new.status, new.payment_status, new.fulfillment_status, new.return_status,
      new.archived_at is null, new.customer_id, new.created_at, new.item_count, new.subtotal,
      new.discount_total, new.shipping_total, new.tax_total, new.paid_total, new.refunded_total,
      new.refunded_overpayment, new.unsold_total, new.total)
  ) execute function track_order_sales();
alter table "order" disable trigger sales_updated;
alter table refund
  add column overpayment bigint not null default 0 check (overpayment between 0 and additional_amount);
alter table payment
  add column overpayment bigint not null default 0 check (overpayment between 0 and amount);

update "order" o
set refunded_overpayment = least(refunded_total, greatest(paid_total - total, 0)),
  unsold_total = least(greatest(total - paid_total, 0), case when status = 'returned' then total else coalesce((
    select sum(greatest(
      div(2 * l.total::numeric * l.unsold_quantity + l.quantity, 2 * l.quantity) - coalesce((
        select sum(f.amount)
        from refund_line f join refund r on r.store_id = f.store_id and r.id = f.refund_id
        where f.store_id = l.store_id and f.line_id = l.id
          and (f.disposition <> 'keep' or r.return_id is not null)
      ), 0), 0))
    from order_line l where l.store_id = o.store_id and l.order_id = o.id and l.unsold_quantity > 0
  ), 0) end)
from earlier_value e
where e.store_id = o.store_id and e.id = o.id;
update refund r set overpayment = least(r.additional_amount, o.paid_total - o.total)
from "order" o
where o.store_id = r.store_id and o.id = r.order_id and o.paid_total > o.total and r.additional_amount > 0;
update payment p set overpayment = greatest(least(p.amount, s.refunded_overpayment - s.earlier), 0)
from (
  select r.store_id, r.id, o.refunded_overpayment,
    sum(r.amount) over (partition by r.store_id, r.order_id order by r.id) - r.amount as earlier
  from payment r
  join "order" o on o.store_id = r.store_id and o.id = r.order_id
  where r.kind = 'refund' and o.refunded_overpayment > 0
) s
where s.store_id = p.store_id and s.id = p.id;

create or replace function order_net_value(o "order") returns bigint language sql immutable parallel safe as $$
  select greatest(o.total - (o.refunded_total - o.refunded_overpayment) - o.unsold_total, 0)
$$;
create or replace function order_net_sales(o "order") returns bigint language sql immutable parallel safe as $$
  select greatest(order_net_value(o) - o.shipping_total - o.tax_total
    + case when o.tax_included then o.shipping_tax else 0 end, 0)
$$;

-- The payment status of orders of which other amounts are due than before.
update "order" o
set payment_status = case
    when o.paid_total = 0 then 'voided'
    when o.paid_total - o.refunded_total < order_net_value(o)
      then case when o.paid_total > o.refunded_total then 'partially_paid' else 'unpaid' end
    when o.paid_total = o.refunded_total then 'refunded'
    when o.paid_total - o.refunded_total > order_net_value(o) then 'overpaid'
    when o.refunded_total > o.refunded_overpayment then 'partially_refunded'
    else 'paid' end
from earlier_value e
where e.store_id = o.store_id and e.id = o.id and o.source <> 'import' and case o.status
  when 'returned' then o.paid_total = 0 and o.total > 0
  else o.status not in ('draft', 'cancelled') and o.paid_total > 0 and o.paid_total < o.total end;

insert into sales_change (store_id, kind, item_id, at, status, payment_status, fulfillment_status,
  return_status, is_archived, orders, net)
select o.store_id, 'order', coalesce(o.customer_id, '00000000-0000-0000-0000-000000000000'), o.created_at,
  o.status, case sign when 1 then o.payment_status else e.payment_status end, o.fulfillment_status,
  o.return_status, o.archived_at is not null, sign, case sign when 1 then order_net_sales(o) else -e.net end
from earlier_value e
join "order" o on o.store_id = e.store_id and o.id = e.id
cross join (values (-1), (1)) change (sign)
where (e.payment_status, e.net) is distinct from (o.payment_status, order_net_sales(o));
insert into sales_revision (store_id)
select distinct o.store_id from earlier_value e
join "order" o on o.store_id = e.store_id and o.id = e.id
where e.net <> order_net_sales(o);
update customer c set total_spent = s.spent
from (
  select o.store_id, o.customer_id, sum(order_net_value(o)) as spent
  from "order" o
  where o.status not in ('draft', 'cancelled')
  group by 1, 2
) s
where s.store_id = c.store_id and s.customer_id = c.id and s.spent <> c.total_spent;
drop table earlier_value;

alter table sales_revision force row level security;
alter table sales_change force row level security;
alter table customer enable trigger user, force row level security;
alter table payment enable trigger user, force row level security;
alter table refund enable trigger user, force row level security;
alter table refund_line force row level security;
alter table order_line force row level security;
alter table "order" enable trigger user, force row level security;
