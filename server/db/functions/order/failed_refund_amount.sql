-- Returns the part of a refund that its provider did not return and that no retry returns, at most the
-- unrefunded payments of its order `o`.
create or replace function failed_refund_amount(r refund, o "order") returns bigint language plpgsql stable as $$
begin
  if not exists (
    select from payment_refund f where f.order_id = r.order_id and f.refund_id = r.id and f.state = 'failed'
  ) then return 0; end if;
  return greatest(0, least(
    r.amount - coalesce((
      select sum(p.amount) from payment p where p.order_id = r.order_id and p.refund_id = r.id and p.provider = ''
    ), 0) - coalesce((
      select sum(f.amount) from payment_refund f
      where f.order_id = r.order_id and f.refund_id = r.id and f.state <> 'failed'
    ), 0),
    o.paid_total - o.refunded_total - coalesce((
      select sum(f.amount) from payment_refund f where f.order_id = r.order_id and f.state = 'pending'
    ), 0)));
end $$;
