-- Sets the part of the refunds that reduces the net sales: without taxes and shipping. A fee reduces all parts of
-- its refund equally. Refunds that were made on the pages of a provider reduce all parts of the order equally.
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
