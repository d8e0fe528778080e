-- Refunds reduce the net sales by their part without taxes and shipping. A job rebuilds the sales of the stores.
alter table "order" no force row level security, disable trigger user;
alter table refund no force row level security;
alter table payment no force row level security;

drop trigger sales_updated on "order";
alter table "order" add column refunded_net bigint not null default 0;
create or replace function order_item_sales(o "order") returns bigint language sql immutable parallel safe as $$
  select o.total - o.shipping_total - o.tax_total + case when o.tax_included then o.shipping_tax else 0 end
$$;
create or replace function derive_refunded_net() returns trigger language plpgsql as $$
declare
  refunded bigint := new.refunded_total - new.refunded_overpayment;
  shipping_price bigint := new.shipping_total + case when new.tax_included then 0 else new.shipping_tax end;
  named numeric := 0;
  net numeric := 0;
begin
  if refunded > 0 then
    select coalesce(sum(v.value), 0),
      coalesce(sum(v.value * (1 - (r.tax + v.shipping)::numeric / nullif(r.amount - r.overpayment, 0))), 0)
    into named, net
    from payment p
    join refund r on r.store_id = p.store_id and r.id = p.refund_id
    cross join lateral (
      select p.amount - p.overpayment as value,
        coalesce(r.shipping * (1 - new.shipping_tax::numeric / nullif(shipping_price, 0))
          * r.amount / nullif(r.amount + r.fee, 0), 0) as shipping
    ) v
    where p.store_id = new.store_id and p.order_id = new.id and p.kind = 'refund';
    net := net + (refunded - named) * order_item_sales(new) / greatest(new.total, 1);
  end if;
  new.refunded_net := round(net);
  return new;
end $$;
create trigger derive_refunded_net before insert or update on "order" for each row
  when (new.refunded_total <> 0 or new.refunded_net <> 0) execute function derive_refunded_net();
create trigger sales_updated after update on "order" for each row
  when (
    (old.status, old.payment_status, old.fulfillment_status, old.return_status,
      old.archived_at is null, old.customer_id, old.created_at, old.item_count, old.subtotal,
      old.discount_total, old.shipping_total, old.tax_total, old.paid_total, old.refunded_total,
      old.refunded_overpayment, old.refunded_net, old.unsold_total, old.total)
    is distinct from
    (new.status, new.payment_status, new.fulfillment_status, new.return_status,
      new.archived_at is null, new.customer_id, new.created_at, new.item_count, new.subtotal,
      new.discount_total, new.shipping_total, new.tax_total, new.paid_total, new.refunded_total,
      new.refunded_overpayment, new.refunded_net, new.unsold_total, new.total)
  ) execute function track_order_sales();
alter table "order" disable trigger sales_updated;
alter table "order" enable trigger derive_refunded_net;
update "order" set refunded_net = 0 where refunded_total <> 0;
select add_job('sales.rebuild', json_build_object('storeId', store_id), 'sales.rebuild ' || store_id)
from "order" where refunded_total <> 0 or unsold_total <> 0
group by store_id;

alter table payment force row level security;
alter table refund force row level security;
alter table "order" enable trigger user, force row level security;
